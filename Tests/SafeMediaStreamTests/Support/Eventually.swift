/// Lets other work go on until the condition holds. The test's time limit is the only other way out.
@MainActor
func eventually(_ condition: @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
