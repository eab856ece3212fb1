package main

// site is a warehouse of the example.
type site struct{ code, city string }

var sites = []site{
	{"ATL01", "Atlanta"},
	{"CHI01", "Chicago"},
	{"DAL01", "Dallas"},
	{"DEN01", "Denver"},
	{"PHX01", "Phoenix"},
	{"SEA01", "Seattle"},
}

// firstProduct is the name of SKU-4421.
const firstProduct = "Kestrel cordless drill 18 V"

// brands are invented; each makes each item.
var brands = []string{"Harrow", "Kestrel", "Marlstone", "Northway", "Oakline", "Palisade", "Tidewell"}

// assortment is what the warehouses keep. search_products lists the categories in its schema.
var assortment = []struct {
	category string
	items    []string
}{
	{"cleaning", []string{"floor cleaner 5 l", "glass cleaner 1 l", "microfibre cloth, pack of 10", "mop with bucket", "push broom 60 cm",
		"refuse sacks 120 l, roll of 25", "scrubbing brush", "wet and dry vacuum 20 l", "window squeegee 35 cm"}},
	{"electrical", []string{"cable reel 25 m", "ceiling fan 132 cm", "circuit breaker 16 A", "extension lead 5 m", "junction box",
		"LED bulb 9 W", "LED floodlight 30 W", "motion sensor", "wall socket, double"}},
	{"garden", []string{"garden hose 20 m", "hand trowel", "hedge trimmer 550 W", "leaf rake", "lawn spreader", "plant pot 30 cm",
		"pruning shears", "watering can 10 l", "wheelbarrow 85 l"}},
	{"paint", []string{"exterior paint, white 10 l", "interior paint, white 5 l", "masking tape 50 m", "paint roller 25 cm", "paint tray",
		"primer 2.5 l", "sanding block", "varnish, clear 1 l", "wall filler 1 kg"}},
	{"plumbing", []string{"basin mixer tap", "copper pipe 15 mm, 3 m", "drain snake 5 m", "pipe wrench 300 mm", "pressure gauge",
		"shower head", "sink plunger", "stop valve 15 mm", "thread seal tape, pack of 10"}},
	{"safety", []string{"cut-resistant gloves, pair", "ear defenders", "fire blanket", "first aid kit", "hard hat", "high-visibility vest",
		"knee pads, pair", "respirator mask", "safety glasses"}},
	{"storage", []string{"adhesive hooks, pack of 6", "garage shelf 180 cm", "hand truck 150 kg", "parts organiser", "pegboard panel",
		"stackable crate 45 l", "storage box 60 l", "strapping set", "tool chest, 5 drawers"}},
	{"tools", []string{"claw hammer 450 g", "combination square", "cordless drill 18 V", "hex key set", "jigsaw 650 W",
		"screwdriver set, 8 pieces", "spirit level 60 cm", "tape measure 5 m", "torque wrench"}},
}
