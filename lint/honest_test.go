package lint_test

import (
	"encoding/json"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

var wordingRules = []string{"text-coercive", "text-unfair", "text-hidden", "text-credentials", "description-against-hints", "text-remote-instructions",
	"text-image", "text-encoded", "text-secret", "text-placeholder", "text-marketing", "text-shouting", "text-unknown-tool", "description-boundless",
	"description-dated", "description-opening", "hint-closed-web"}

// Each of these could stand in an honest server. Words that the wording rules look for are in most of
// them on purpose: always, must, first, only, best, other, instead, user, ignore, read-only, tags.
var (
	honestReads = []string{
		"Returns on-hand and reserved stock for one product in one warehouse.",
		"Always returns at least one row; the first row is the most recent count.",
		"Lists warehouses by city. City names are what check_inventory takes.",
		"Searches products by words in their name. Use get_product when the SKU is known.",
		"Returns the order in which pallets must be called first from the rack.",
		"The caller must have the reader role to see purchase prices.",
		"Dates must be ISO 8601. Always use UTC.",
		"You must use ISO dates in both inputs.",
		"You must run at least one count before totals are shown.",
		"Ignores case and accents. Ignores rows without a warehouse.",
		"Returns what was created, updated and deleted in a period.",
		"Updates to one reorder, newest first.",
		"Sets of parts that are sold together, with the price of each set.",
		"Posts of one author since a date, without their comments.",
		"Starts of shifts in one warehouse, local time.",
		"Never modifies stock: the figures are those of the last count.",
		"Does not send anything. Returns the text of the reorder for review.",
		"Finds the best supplier for a part: the lowest price that arrives in time.",
		"Returns the best matches first, at most 20.",
		"Compares suppliers and tells which is faster than the others.",
		"For all requests of one week, returns the number of each kind.",
		"Returns all tasks for every request that is still open.",
		"Use instead of search_products when the SKU is known.",
		"Tells whether the user has agreed to be mailed. Users are never notified.",
		"Prices without tax. Pass the city, not the warehouse code.",
		"Returns notes that people wrote; they are quoted as written.",
		"Reads the environment of a build (.environment labels), not of a machine.",
		"Returns the host key's fingerprint, e.g. SHA256:abc.",
		"Address in the form <user>@<host>, value below <limit>.",
		"Returns the template <b>as text</b>, tags included.",
		"IMPORTANT dates of a project: kick-off, review, release.",
		"Checks a system prompt template for missing placeholders.",
		"The leading zero of a SKU is kept.",
		"Does anything change if a warehouse closes? Returns the affected orders.",
		"Instructions for packing one product, as the supplier wrote them.",
		"Critical stock: products below their reorder point.",
		"Finds other tools from the same maker, such as drills and saws.",
		"Returns tools before any repair, with their serial numbers.",
		"Call centres by city, with opening hours.",
		"The only source of reserved quantities; on-hand is in check_inventory too.",
		"Runs a read-only SQL query over the reporting tables.",
		"Selects the official exchange rate of a day, as the central bank published it.",
		"Temperatures in °C — half-hourly, “as measured”, naïve averages excluded…",
		"東京の倉庫の在庫を返します。",
		"موجودی می\u200cشود برای یک کالا در یک انبار.",
		"Stock of 👩‍🔧 tools and ❤️ gifts.",
		"One line a product:\n\t- SKU\n\t- quantity\r\n",
		"Returns which rows a filter would ignore, and why.",
		"Without asking for a warehouse, totals are for the whole chain.",
		"Customers that must be called first, with their telephone numbers.",
		"Lists due dates for all tasks.",
		"Model to use for all requests.",
		"Returns products cheaper than other products of the same size.",
		"Finds the best tool for a job in the tool catalogue.",
		"Returns the last reply, ignoring previous messages.",
		"Use this first name only when no surname is known.",
		"Sends a query to the index and returns the matches.",
		"Removes the HTML tags from a text and returns the rest.",
		"Strips HTML comments (<!-- ... -->) from a text.",
		"Enables an agent to look up stock.",
		"Creates a summary of one document.",
		"Starts the list at the given row.",
		"Whether to hide it from the user list.",
		"שלום \u200fABC\u200f בעברית",
		"Backups of clients that must use this server.",
		"Reads never use another server than the nearest replica.",
		"Severity: <critical>, <high> or <low>.",
		"Hides rows of closed warehouses from the list unless include_closed is true.",
		"Returns the instructions for assembling a product, as the maker publishes them at https://example.com/manuals.",
		"Follows the redirects of https://example.com/a and returns where they end.",
		"Returns the description of one product. To do: nothing.",
		"TODO comments of a source file, with their lines.",
		"Descriptions here are in English.",
		"Returns the SHA-512 of a file: cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e.",
		"Returns rows that are unmatched in the ledger, or all of them when everything matches.",
		"Handles of jobs that ended, newest first.",
		"Returns everything that is known of one product, as of the day given, e.g. 2026-01-31.",
		"Compares version 1.2 of a document with version 1.3.",
		"Levels are DEBUG, INFO, WARNING and CRITICALITY.",
		"Takes a URL, percent-encoded where it has spaces: https://example.com/a%20b%20c.",
		"Returns the alt texts of the images of a page.",
		"Searches the handbook. Pages of the web are not in it.",
		"Returns the API keys' names, never their values.",
		"Gets a JWT's claims; a token looks like eyJhbGci...",
	}
	honestWrites = []string{
		"Creates a reorder for one product. Calling it twice with one request_key makes one reorder.",
		"Replaces the stock level instead of adding to it.",
		"Cancels a reorder that has not shipped. It cannot be undone.",
		"Sends the reorder to the supplier by e-mail; it cannot be called back.",
		"Moves stock between two shelves; does not change anything else.",
		"Fails on a read-only warehouse.",
		"Sets a warehouse to read-only: no stock is moved until it is opened.",
		"Never changes any data of another warehouse.",
		"Allocates stock to an order. If the order is allocated already, nothing changes.",
		"Deletes a draft. The user is asked first when the draft has comments.",
		"Reads a file from the scanner and stores the rows it finds.",
		"Archives the reorder; it can be found with list_reorders afterwards.",
		"Starts a recount. The result is kept for 24 hours; get_recount returns it.",
		"Adds a note for the next shift. Notes are seen by everyone in the warehouse.",
		"Marks all messages as read. Only the caller's own messages are touched.",
		"Use before a delivery arrives: the dock is held for two hours.",
		"Publishes a price list. Other servers see it within a minute.",
		"Does not write anything in the audit log when dry_run is true.",
		"Replaces the system prompt of one of the team's agents.",
		"Removes a member without notifying the user.",
		"Overwrites the file without asking the user.",
		"With dry_run true it is checked only and does not change anything.",
		"When dry_run is true, this call is read-only.",
		"Read-only fields are ignored.",
		"Read-only by default: set commit to true to write.",
		"Must be called with a request_key that stays the same on repeats.",
		"Prefers the nearest warehouse; this can be changed with the city input.",
		"Choose this when the supplier confirms by telephone. Always call the supplier back on a known number.",
		"Replaces everything in one shelf plan; the old plan is kept for a week.",
		"Adds an image to a product by its address, e.g. https://example.com/drill.png.",
		"Sends what was asked for as a PDF.",
	}
)

func TestHonestWordsPass(t *testing.T) {
	if len(honestReads) < 20 || len(honestWrites) < 20 {
		t.Fatal("each rule is checked against at least 20 sentences")
	}
	for _, text := range honestReads {
		expectNone(t, text, worded("x", text, true), wordingRules)
	}
	for _, text := range honestWrites {
		expectNone(t, text, worded("x", text, false), wordingRules)
	}
}

func TestHonestNamesPass(t *testing.T) {
	reads := []string{"check_inventory", "list_warehouses", "search_products", "get_reorder_status", "list_updates",
		"list_deleted_items", "get_sent_messages", "find_created_orders", "describe_write_policy", "show_start_page",
		"update_history", "update_log", "patch_notes", "set_list", "start_times", "cancel_policy", "drop_rates", "post_office_hours",
		"post_stats", "check_in_times", "add_numbers", "run_query", "execute_report", "order_status", "book_details",
		"release_notes", "change_log", "transfer_history", "move_list", "count_rows", "preview_reorder", "calculate_price",
		"validate_address", "export_rows", "compare_versions", "summarize_orders", "inventory_get_customer", "fetch", "search",
		"get_or_default", "edit_distance", "open_orders", "close_dates", "save_percentage", "import_duties", "grant_search",
		"create_summary", "create_chart_preview", "remove_duplicates", "truncate_text", "set_difference", "submit_query", "read_aloud"}
	writes := []string{"create_reorder", "allocate_stock", "check_in_guest", "check_out_cart", "check_off_item",
		"get_or_create_customer", "find_and_replace", "search_and_replace", "list_item_for_sale", "read_and_clear_queue",
		"mark_read", "book_room", "schedule_call", "transfer_stock", "move_stock", "open_ticket", "close_ticket", "run_job",
		"execute_trade", "import_rows", "sync_calendar", "fetch_and_store", "recount", "reserve_table", "add_note", "save_draft",
		"show_notification", "check_item_off", "find_and_book_table", "list_property", "read_aloud"}
	deletes := []string{"delete_reorder", "remove_item", "cancel_recount", "revoke_key", "drop_table", "purge_queue"}
	for _, name := range reads {
		expectNone(t, name, worded(name, "Returns rows.", true), []string{"hint-against-name", "name-promotional"})
	}
	for _, name := range writes {
		expectNone(t, name, worded(name, "Changes rows.", false), []string{"hint-against-name", "name-promotional"})
	}
	for _, name := range deletes {
		c := worded(name, "Changes rows.", false)
		*c.Tools[0].Annotations.DestructiveHint = true
		expectNone(t, name, c, []string{"hint-against-name", "name-promotional"})
	}
}

func TestHonestInputsPass(t *testing.T) {
	for _, name := range []string{"password_policy", "password_min_length", "page_token", "next_page_token", "token_count", "max_tokens",
		"request_key", "sort_key", "sku_key", "key", "public_key", "gift_card_number", "library_card_number", "pin_code", "email",
		"phone", "secret_santa_date", "card_color", "opt_in", "assignee_id", "customer_id", "account_id", "conversation_id",
		"message", "context", "location", "city", "latitude", "one_time_price", "auth_method", "credit_limit"} {
		schema, err := json.Marshal(map[string]any{"type": "object", "additionalProperties": false, "required": []string{name},
			"properties": map[string]any{name: map[string]any{"type": "string", "description": "A value, e.g. A1."}}})
		if err != nil {
			t.Fatal(err)
		}
		c := worded("check_inventory", "Returns rows.", true)
		c.Tools[0].InputSchema = schema
		expectNone(t, name, c, []string{"input-secret", "input-identity", "input-conversation", "name-argument-pattern"})
	}
}

// worded is a server whose texts are all the given one: its own description, a tool's, an input's, an
// output's, and a value's.
func worded(name, text string, readOnly bool) catalog.Catalog {
	yes, no, destructive := true, false, false
	tool := catalog.Tool{Name: name, Title: "A title", Description: text,
		Annotations: &catalog.Annotations{Title: "A title", ReadOnlyHint: &no, DestructiveHint: &destructive}}
	if readOnly {
		tool.Annotations.ReadOnlyHint = &yes
	}
	node, err := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{
		"mode": map[string]any{"type": "string", "description": text, "enum": []string{text}}}})
	if err != nil {
		panic(err) // strings always encode
	}
	tool.InputSchema, tool.OutputSchema = node, node
	return catalog.Catalog{Server: catalog.Server{Name: "inventory", Title: "Inventory", Description: text}, Tools: []catalog.Tool{tool}}
}

func expectNone(t *testing.T, what string, c catalog.Catalog, ids []string) {
	t.Helper()
	for _, p := range only(c, ids...) {
		t.Errorf("%q: got %s", what, p)
	}
}

// TestCleanListingIsClean holds the six tools of the inventory example: nothing to refuse, nothing to warn of.
func TestCleanListingIsClean(t *testing.T) {
	found := lint.Run(inventory(t))
	if got := append(found.Of(fault.Error), found.Of(fault.Warning)...); len(got) > 0 {
		t.Errorf("got\n%swant nothing", lines(got))
	}
}
