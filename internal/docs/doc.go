// Package docs holds the test that the programs printed in the guides are programs.
package docs
