// Package annotations says what a tool does to the world, and turns that into the four hints an MCP
// client reads. An author states an [Effect] and a [World]; nobody writes a hint by hand.
//
//	server.Write(server.Spec{Name: "create_reorder", ...}, annotations.Creates, app.createReorder)
package annotations
