package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A setting is a value of the configuration as a flag takes it: a string, a number, a
// truth value, or a list of them.
type setting []string

// UnmarshalTOML implements [toml.Unmarshaler].
func (s *setting) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string, int64, float64, bool:
		*s = append(*s, fmt.Sprint(v))
		return nil
	case []any:
		for _, one := range v {
			if _, list := one.([]any); list {
				return errors.New("a list in a list is no setting")
			}
			if err := s.UnmarshalTOML(one); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.New(`want a string, a number, true, false, or a list of them`)
}

// settle gives the flags of a verb that were left out on the command line the values
// of the environment, or else those of the section of the configuration that is
// called like the verb.
func settle(cmd *cobra.Command, conf config, section map[string]setting) error {
	for _, key := range slices.Sorted(maps.Keys(section)) {
		if f := cmd.LocalFlags().Lookup(key); f == nil || f.Name == "help" {
			return conf.mistake(errors.New("there is no such setting: it would be that of a flag of uriel "+cmd.Name()), cmd.Name(), key)
		}
	}
	var err error
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if err != nil || f.Changed || f.Name == "help" {
			return
		}
		variable := "URIEL_" + strings.ToUpper(strings.ReplaceAll(cmd.Name()+"_"+f.Name, "-", "_"))
		if value, ok := os.LookupEnv(variable); ok {
			if e := cmd.Flags().Set(f.Name, value); e != nil {
				err = &exitError{exitUsage, fmt.Errorf("%s: %w", variable, plainly(e))}
			}
			return
		}
		for _, value := range section[f.Name] {
			if e := cmd.Flags().Set(f.Name, value); e != nil {
				err = conf.mistake(plainly(e), cmd.Name(), f.Name)
				return
			}
		}
	})
	return err
}

// mistake returns err, of a value of the configuration that is called so, with its
// place.
func (c config) mistake(err error, key ...string) error {
	return &exitError{exitUsage, fmt.Errorf("%s: %s%s: %w", c.file, place(c.text, key), toml.Key(key), err)}
}

// place says where a key stands in a text of TOML: "line 2, column 1: ". It is "" if
// that cannot be told.
func place(text string, key toml.Key) string {
	table := map[string]toml.Primitive{}
	md, err := toml.Decode(text, &table)
	for i, name := range key {
		p, ok := table[name]
		if err != nil || !ok {
			return ""
		}
		if i == len(key)-1 {
			err = md.PrimitiveDecode(p, &unwanted{})
			break
		}
		table = nil
		err = md.PrimitiveDecode(p, &table)
	}
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Sprintf("line %d, column %d: ", e.Position.Line, column(text, e.Position.Start))
	}
	return ""
}

// unwanted is what no value of TOML is: the library says of the mistake where it is.
type unwanted struct{}

// UnmarshalTOML implements [toml.Unmarshaler].
func (*unwanted) UnmarshalTOML(any) error { return errors.New("unwanted") }
