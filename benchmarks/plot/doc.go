// Package plot draws line charts as SVG, for pages that are read in light and in dark: the ground is left
// out, and the colours stand out from both. Each line also has a dash and a mark of its own, and the chart a
// title and a description that a screen reader speaks.
package plot
