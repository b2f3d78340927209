module uriel.dev/bench

go 1.26.0

require uriel.dev v0.0.0

replace uriel.dev => ../
