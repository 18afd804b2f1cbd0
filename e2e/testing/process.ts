import { startService, type Listening } from '@atalaia/stack'

export type Started = Omit<Listening, 'type'> & {
  /** Asks it to end, and waits until it has. Does nothing when it has ended. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Starts a script of the workspace with `env` added to the environment, and waits until it listens. */
export const startScript = async ({ script, args = [], env }: StartOptions): Promise<Started> => {
  const service = startService({ name: script, script, args, env: { ...process.env, ...env }, output: 'kept' })
  return { ...(await service.listening), stop: service.stop }
}
