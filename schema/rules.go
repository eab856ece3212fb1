package schema

import "github.com/comity-mcp/comity/fault"

// The rules of this package, in the order in which Rules lists them. A type is read whole: one that
// breaks five rules gets five problems.
var (
	ruleRoot = rule("schema-root", "A tool's arguments and result are a struct, because hosts accept nothing but an object at the root.")

	ruleRecursive = rule("schema-recursive-type", "A type may not contain itself, because most hosts cannot follow the $ref it would need.")

	ruleDepth = fault.Rule{ID: "schema-depth", Level: fault.Error, URL: strictMode,
		Doc: "A type nests at most 10 objects and lists, the limit of OpenAI's strict mode."}

	ruleDeep = warning("schema-deep", "A type nests at most 5 objects and lists, so that a model can fill it in.")

	ruleSize = fault.Rule{ID: "schema-size", Level: fault.Error, URL: strictMode,
		Doc: "A type has at most 5000 places, the limit of OpenAI's strict mode."}

	ruleAny = rule("schema-any", "Every place has a type: an interface would publish a schema that accepts anything, which strict clients refuse.")

	ruleKind = rule("schema-kind", "Only Go types that JSON can carry are used: no func, chan, complex or uintptr.")

	rulePointer = rule("schema-pointer", "A pointer points to a value, not to another pointer.")

	ruleMapInput = rule("schema-map-input", "Arguments hold no map, because strict conversion would close it so that only {} is valid.")

	ruleMapKey = rule("schema-map-key", "The keys of a map in a result are plain strings.")

	ruleBytes = rule("schema-bytes", "Bytes are not published as a list or as base64, which no host states portably.")

	ruleRawJSON = rule("schema-raw-json", "JSON of any shape has no schema, so that nobody could check it.")

	ruleNumber = rule("schema-json-number", "json.Number is a string in Go and a number on the wire; a field says which.")

	ruleDuration = rule("schema-duration", "A duration states its unit, because a bare count of nanoseconds is invisible to a model.")

	ruleURL = rule("schema-url", "A url.URL would travel as a Go struct; a URL travels as a string.")

	ruleOwnEncoding = rule("schema-own-encoding", "A type that writes its own JSON says what it writes, otherwise the published schema would lie.")

	ruleTextHalf = rule("schema-text-half", "A type that travels as text can do the half that its side needs: UnmarshalText for arguments, MarshalText for a result.")

	ruleStringType = rule("schema-string-type", "What SchemaString says is true: the type travels as a string and the pattern compiles.")

	ruleEmbedding = rule("schema-embedding", "An embedded field is a plain struct held by value, so that its members are always there.")

	ruleNoFields = rule("schema-no-fields", "A struct with fields has at least one that JSON can see.")

	ruleUnexported = rule("schema-unexported", "Only exported fields carry json and jsonschema tags, because an unexported one never travels.")

	ruleTagSyntax = rule("schema-tag-syntax", "A struct tag can be read, because Go drops one that cannot without a word.")

	ruleJSONOption = rule("schema-json-option", "The options of a json tag are omitempty, omitzero and string; the rest is not portable or not known.")

	ruleOmitZeroInput = rule("schema-omitzero-input", "omitzero says nothing about arguments; an optional argument is a pointer.")

	ruleOmitEmptyInput = warning("schema-omitempty-input", "An optional argument is a pointer without omitempty, which survives the strict conversion of every host.")

	ruleStringOption = rule("schema-string-option", "The string option is for integers, which then travel as decimal digits.")

	ruleName = rule("schema-name", "A property name matches ^[A-Za-z_][A-Za-z0-9_]{0,63}$, which every host accepts.")

	ruleDuplicate = rule("schema-duplicate-name", "A property name comes once in an object, also when case is ignored and through embedding.")

	ruleID = rule("schema-64-bit-id", "A 64-bit id travels as a string, because JavaScript hosts round large numbers.")

	ruleDescribed = rule("schema-described", "Every property of the arguments is described, because the description is all a model has.")

	ruleDescribedOutput = warning("schema-described-output", "Every property of a result is described.")

	ruleTagWord = rule("schema-tag-word", "Every part of a jsonschema tag is a known word that fits the field's type; a comma inside a text cuts it.")

	ruleTagValue = rule("schema-tag-value", "The value after a word of a jsonschema tag is well-formed.")

	rulePattern = rule("schema-pattern", "A pattern compiles and means the same in JavaScript and in Go.")

	ruleFormat = rule("schema-format", "A format is one that is enforced here and accepted by every host.")

	ruleBounds = rule("schema-bounds", "Bounds leave room: some value, and more than the empty one, fits them, the Go type and 100,000 bytes of JSON.")

	ruleEnum = rule("schema-enum", "The values of an enum are of the field's type, inside its bounds, and come once.")

	ruleDefault = rule("schema-default", "A default stands on an optional argument and is a value that the field accepts.")

	ruleExample = rule("schema-example", "An example is a value that the field accepts.")

	ruleHook = rule("schema-hook", "A JSONSchemaExtend method adds only what every host accepts, and no method replaces the schema.")
)

// Rules returns every rule a declared type is checked against, always in the same order.
func Rules() []fault.Rule {
	return []fault.Rule{
		ruleRoot, ruleRecursive, ruleDepth, ruleDeep, ruleSize,
		ruleAny, ruleKind, rulePointer, ruleMapInput, ruleMapKey, ruleBytes, ruleRawJSON, ruleNumber, ruleDuration, ruleURL,
		ruleOwnEncoding, ruleTextHalf, ruleStringType,
		ruleEmbedding, ruleNoFields, ruleUnexported, ruleTagSyntax,
		ruleJSONOption, ruleOmitZeroInput, ruleOmitEmptyInput, ruleStringOption,
		ruleName, ruleDuplicate, ruleID,
		ruleDescribed, ruleDescribedOutput,
		ruleTagWord, ruleTagValue, rulePattern, ruleFormat, ruleBounds, ruleEnum, ruleDefault, ruleExample, ruleHook,
	}
}

// strictMode is the page with the limits of OpenAI's structured outputs, read 2026-11-29.
const strictMode = "https://developers.openai.com/api/docs/guides/structured-outputs"

func rule(id, doc string) fault.Rule { return fault.Rule{ID: id, Doc: doc, Level: fault.Error} }

func warning(id, doc string) fault.Rule { return fault.Rule{ID: id, Doc: doc, Level: fault.Warning} }
