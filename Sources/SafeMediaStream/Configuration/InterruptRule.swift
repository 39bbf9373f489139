/// What happens to the run when the policy closes the gate for good.
public enum InterruptRule: Sendable, Hashable {
    /// The output goes on, concealed to its end.
    case conceal
    /// The output is finished at that point, and the run ends as stopped by policy.
    case stop
}
