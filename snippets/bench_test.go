package snippets_test

import (
	"testing"

	"github.com/comity-mcp/comity/snippets"
)

func BenchmarkRender(b *testing.B) {
	c := many()
	b.Run("one client", func(b *testing.B) {
		for b.Loop() {
			if _, err := snippets.Render(c, "openai-responses-python"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("all clients", func(b *testing.B) {
		for b.Loop() {
			for _, client := range snippets.Of(c) {
				if _, err := snippets.Render(c, client.ID); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
