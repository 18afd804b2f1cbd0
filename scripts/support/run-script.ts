import { parseArgs, type ParseArgsConfig } from 'node:util'
import { messageOf, type Service } from '@atalaia/stack'

export const printError = (error: unknown): void => {
  console.error(messageOf(error))
}

/** Wrong options end the process with 2 and a message. */
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

/** A failure prints, and sets exit code 1. */
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
  /** Services end in reverse order: clients first. */
  add(service: Stoppable): void
  /** A signal asked for the end. */
  readonly stopping: boolean
  untilStopped(): Promise<never>
}

/**
 * Ends services with the work, or at SIGINT, SIGTERM or SIGHUP (exit code 0). A failure prints:
 * exit code 1.
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
