package plot

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Chart is what to draw.
type Chart struct {
	// Title and Description are spoken; Title is drawn too.
	Title, Description string
	X, Y               Axis
	Lines              []Line
}

// Line is one series, drawn from point to point.
type Line struct {
	Name   string
	Points []Point
}

// Point is a place in the units of the axes.
type Point struct{ X, Y float64 }

const (
	width, height            = 840, 420
	left, right, top, bottom = 78, 272, 44, 56
	across, down             = width - left - right, height - top - bottom
)

// grey is read on white and on black.
const grey = "#7a7f87"

var (
	colours = [...]string{"#d1495b", "#2e86ab", "#5b9a4b", "#c77d0a", "#8f63b8", "#3a9d9d"}
	dashes  = [...]string{"", "7 3", "2 3", "9 3 2 3", "", "5 2"}
)

// SVG draws the chart. Lines without points are left out; a chart of none is an error.
func (c Chart) SVG() (string, error) {
	x, err := c.X.over(c.Lines, func(p Point) float64 { return p.X })
	if err != nil {
		return "", fmt.Errorf("drawing %q: %w", c.Title, err)
	}
	y, err := c.Y.over(c.Lines, func(p Point) float64 { return p.Y })
	if err != nil {
		return "", fmt.Errorf("drawing %q: %w", c.Title, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13" fill="%s">`+"\n", width, height, grey)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", escape(c.Title), escape(c.Description))
	fmt.Fprintf(&b, `<text x="%d" y="22" font-size="15" font-weight="600">%s</text>`+"\n", left, escape(c.Title))
	c.grid(&b, x, y)
	row := 0
	for i, l := range c.Lines {
		if len(l.Points) == 0 {
			continue
		}
		l.draw(&b, i, row, x, y)
		row++
	}
	b.WriteString("</svg>\n")
	return b.String(), nil
}

func (c Chart) grid(b *strings.Builder, x, y scale) {
	fmt.Fprintf(b, `<g stroke="%s" stroke-opacity="0.3">`+"\n", grey)
	for _, t := range x.ticks {
		at := left + x.place(t)*across
		fmt.Fprintf(b, `<path d="M%.1f %dV%d"/>`+"\n", at, top, top+down)
	}
	for _, t := range y.ticks {
		at := top + (1-y.place(t))*down
		fmt.Fprintf(b, `<path d="M%d %.1fH%d"/>`+"\n", left, at, left+across)
	}
	b.WriteString("</g>\n")
	for _, t := range x.ticks {
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", left+x.place(t)*across, top+down+20, escape(c.X.label(t)))
	}
	for _, t := range y.ticks {
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left-8, top+(1-y.place(t))*down+4, escape(c.Y.label(t)))
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", left+across/2, height-12, escape(c.X.Name))
	fmt.Fprintf(b, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", top+down/2, escape(c.Y.Name))
}

// draw draws the line and its row of the legend.
func (l Line) draw(b *strings.Builder, i, row int, x, y scale) {
	colour, dash := colours[i%len(colours)], dashes[i%len(dashes)]
	style := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, colour)
	if dash != "" {
		style += fmt.Sprintf(` stroke-dasharray="%s"`, dash)
	}
	var path, marks strings.Builder
	for n, p := range l.Points {
		px, py := left+x.place(p.X)*across, top+(1-y.place(p.Y))*down
		step := "L"
		if n == 0 {
			step = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", step, px, py)
		if len(l.Points) <= 20 {
			marks.WriteString(mark(i, px, py, colour))
		}
	}
	at := float64(top + 10 + row*24)
	fmt.Fprintf(b, "<path d=\"%s\" %s/>\n%s", path.String(), style, marks.String())
	fmt.Fprintf(b, "<path d=\"M%d %.1fh26\" %s/>\n%s", left+across+14, at, style, mark(i, left+across+27, at, colour))
	fmt.Fprintf(b, `<text x="%d" y="%.1f">%s</text>`+"\n", left+across+48, at+4, escape(l.Name))
}

// mark is the shape of a line's points: a disc, a square, a triangle or a diamond.
func mark(i int, x, y float64, colour string) string {
	switch i % 4 {
	case 0:
		return fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", x, y, colour)
	case 1:
		return fmt.Sprintf(`<path d="M%.1f %.1fh8v8h-8z" fill="%s"/>`+"\n", x-4, y-4, colour)
	case 2:
		return fmt.Sprintf(`<path d="M%.1f %.1fl5 9h-10z" fill="%s"/>`+"\n", x, y-5, colour)
	}
	return fmt.Sprintf(`<path d="M%.1f %.1fl5 5l-5 5l-5-5z" fill="%s"/>`+"\n", x, y-5, colour)
}

func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}
