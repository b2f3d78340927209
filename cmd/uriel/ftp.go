package main

import "github.com/spf13/cobra"

// ftpFlags say how FTP is spoken.
type ftpFlags struct {
	method, ssl, transfer levelFlag
	email, account        string
	active                bool
}

func (f *ftpFlags) register(cmd *cobra.Command) {
	f.method.words = []string{"multicwd", "singlecwd", "nocwd"}
	f.ssl.words = []string{"try", "require"}
	f.transfer.words = []string{"auto"}
	flags := cmd.Flags()
	flags.Var(&f.method, "ftp-method", "reach a directory by a CWD for each name, one for all, or none: multicwd, singlecwd, nocwd")
	flags.Var(&f.ssl, "ftp-ssl", "speak TLS with a server of ftp: before the login: require, or try")
	flags.Var(&f.transfer, "ftp-type", "transfer files that are text by their name as text: auto")
	flags.BoolVar(&f.active, "ftp-active", false, "have servers of ftp: connect to this machine for the data")
	flags.StringVar(&f.email, "ftp-email", "", "give this mail `address` to servers of ftp: that let anybody in")
	flags.StringVar(&f.account, "ftp-account", "", "give this `account` to servers of ftp: that ask for one")
}

// options are the flags as options of a request.
func (f *ftpFlags) options() map[string]string {
	options := map[string]string{
		"ftp-method": f.method.value, "ftp-ssl": f.ssl.value, "ftp-type": f.transfer.value,
		"ftp-email": f.email, "ftp-account": f.account,
	}
	if f.active {
		options["ftp-active"] = "yes"
	}
	return options
}
