package server

import (
	"os"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
)

// logger is the configured logger, or one to standard error from level info up: pretty on a terminal,
// JSON otherwise.
func logger(configured *zerolog.Logger) zerolog.Logger {
	if configured != nil {
		return *configured
	}
	if isatty.IsTerminal(os.Stderr.Fd()) {
		return zerolog.New(zerolog.ConsoleWriter{Out: os.Stderr, TimeFormat: "15:04:05"}).Level(zerolog.InfoLevel).With().Timestamp().Logger()
	}
	return zerolog.New(os.Stderr).Level(zerolog.InfoLevel).With().Timestamp().Logger()
}
