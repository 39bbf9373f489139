enum ControlSocket { static let longestPath = 107 }
