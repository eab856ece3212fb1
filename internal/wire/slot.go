package wire

// Slots of the members of params that some request knows, so that noting one costs no map.
const (
	slotName = iota
	slotURI
	slotTaskID
	slotProtocolVersion
	slotCapabilities
	slotClientInfo
	slotCursor
	slotArguments
	slotInputResponses
	slotRequestState
	slotRef
	slotArgument
	slotContext
	slotLevel
	slotNotifications
	slots // how many
)

// slot returns the slot of a member of params, -1 when no request knows it.
func slot(name []byte) int {
	switch string(name) {
	case "name":
		return slotName
	case "uri":
		return slotURI
	case "taskId":
		return slotTaskID
	case "protocolVersion":
		return slotProtocolVersion
	case "capabilities":
		return slotCapabilities
	case "clientInfo":
		return slotClientInfo
	case "cursor":
		return slotCursor
	case "arguments":
		return slotArguments
	case "inputResponses":
		return slotInputResponses
	case "requestState":
		return slotRequestState
	case "ref":
		return slotRef
	case "argument":
		return slotArgument
	case "context":
		return slotContext
	case "level":
		return slotLevel
	case "notifications":
		return slotNotifications
	}
	return -1
}

// Slots of the members of params._meta that MCP keeps for itself, in the order of the table modern.
const (
	keptVersion = iota
	keptClientInfo
	keptCapabilities
	keptLogLevel
	keptSlots // how many
)

// keptSlot returns the slot of a member of params._meta, -1 when MCP does not keep it for itself.
func keptSlot(name []byte) int {
	if len(name) < len(reserved) || string(name[:len(reserved)]) != reserved {
		return -1
	}
	switch string(name[len(reserved):]) {
	case "protocolVersion":
		return keptVersion
	case "clientInfo":
		return keptClientInfo
	case "clientCapabilities":
		return keptCapabilities
	case "logLevel":
		return keptLogLevel
	}
	return -1
}
