import CSimulation
import Glibc

simulation_start_determined(CommandLine.unsafeArgv)
do throws(SimulationArguments.Problem) {
    exit(Simulation(try SimulationArguments(CommandLine.arguments.dropFirst())).run())
} catch {
    let text = Array("photod-simulation: \(error.text)\n".utf8)
    _ = write(STDERR_FILENO, text, text.count)
    exit(2)
}
