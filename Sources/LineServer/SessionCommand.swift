/// Commands that the session answers by itself.
public enum SessionCommand: String, Sendable {
    case ping
    case close
    case commands
    case unsubscribe
    case listBegin = "command_list_begin"
    case listEnd = "command_list_end"
}
