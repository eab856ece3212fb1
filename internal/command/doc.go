// Package command is what the command comity and the binaries made with server.Main have in common: the command snippets.
package command
