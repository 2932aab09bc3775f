import CSimulation
import Glibc

let arguments = SimulationArguments(CommandLine.arguments.dropFirst())
exit(Simulation(arguments).run())
