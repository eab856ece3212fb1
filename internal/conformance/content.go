package conformance

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// contentFixtures answer with image, audio and resource blocks.
func contentFixtures() []fixture {
	picture := &mcp.ImageContent{Data: redPixel(), MIMEType: "image/png"}
	return []fixture{
		{
			name: "test_image_content", title: "Image content", says: "Returns one image block: a red pixel as PNG.",
			call: answers(picture),
		},
		{
			name: "test_audio_content", title: "Audio content", says: "Returns one audio block: a few samples of silence as WAV.",
			call: answers(&mcp.AudioContent{Data: silence(), MIMEType: "audio/wav"}),
		},
		{
			name: "test_embedded_resource", title: "Embedded resource", says: "Returns one embedded text resource.",
			call: answers(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
				URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content.",
			}}),
		},
		{
			name: "test_multiple_content_types", title: "Several kinds of content",
			says: "Returns a text block, an image block and an embedded resource, in that order.",
			call: answers(
				&mcp.TextContent{Text: "Multiple content types test:"},
				picture,
				&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
					URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`,
				}},
			),
		},
	}
}

// redPixel is a PNG of one pixel by one.
func redPixel() []byte {
	m := image.NewRGBA(image.Rect(0, 0, 1, 1))
	m.Set(0, 0, color.RGBA{R: 255, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // encoding one pixel into memory cannot fail
	}
	return b.Bytes()
}

// silence is a WAV file: the 44 bytes of a RIFF header for 8-bit mono at 8 kHz, then eight samples.
func silence() []byte {
	samples := bytes.Repeat([]byte{0x80}, 8)
	var b bytes.Buffer
	b.WriteString("RIFF")
	_ = binary.Write(&b, binary.LittleEndian, uint32(36+len(samples)))
	b.WriteString("WAVEfmt ")
	_ = binary.Write(&b, binary.LittleEndian, struct {
		Size           uint32
		Format, Tracks uint16
		Rate, Bytes    uint32
		Block, Bits    uint16
	}{Size: 16, Format: 1, Tracks: 1, Rate: 8000, Bytes: 8000, Block: 1, Bits: 8})
	b.WriteString("data")
	_ = binary.Write(&b, binary.LittleEndian, uint32(len(samples)))
	b.Write(samples)
	return b.Bytes()
}
