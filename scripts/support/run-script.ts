import { parseArgs, type ParseArgsConfig } from 'node:util'
import { messageOf, type Service } from '@atalaia/stack'

/** Prints an error as a script's user reads it: its message alone. */
export const printError = (error: unknown): void => {
  console.error(messageOf(error))
}

/** Reads the options of a script, as `parseArgs` does. Wrong ones end the process with 2, and it says what is wrong. */
export const parseOptions = <const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config)
  } catch (error) {
    printError(error)
    return process.exit(2)
  }
}

/** Runs the work of a script. When it fails, prints why and sets the exit code to 1. */
export const runScript = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}

type Stoppable = Pick<Service, 'stop'>

export type RunningServices = {
  /** Registers a service that ends with the script. Services end in reverse order: what asks another ends before it. */
  add(service: Stoppable): void
  /** Whether a signal has asked the script to end. */
  readonly stopping: boolean
  /** Never resolves: for a script that serves until a signal ends it. */
  untilStopped(): Promise<never>
}

/**
 * Runs a script that starts services. They end when the work ends or fails, and at the first SIGINT, SIGTERM or
 * SIGHUP, which ends the process with exit code 0. A failure is printed, and ends it with exit code 1.
 */
export const runServices = async (
  work: (services: RunningServices) => Promise<void>,
  onSignal: () => void = () => {},
): Promise<void> => {
  const started: Stoppable[] = []
  let stopping = false
  const stopAll = async () => {
    for (const service of started.splice(0).toReversed()) await service.stop()
  }
  const stopOnSignal = async () => {
    if (stopping) return
    stopping = true
    onSignal()
    await stopAll()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopOnSignal())

  try {
    await work({
      add: (service) => void started.push(service),
      get stopping() {
        return stopping
      },
      untilStopped: () => new Promise<never>(() => {}),
    })
    if (!stopping) await stopAll()
  } catch (error) {
    // What fails because its services are being stopped is no failure.
    if (stopping) return
    printError(error)
    await stopAll()
    process.exit(1)
  }
}
