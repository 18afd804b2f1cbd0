import { startService, type Listening } from '@atalaia/stack'

export type Started = Omit<Listening, 'type'> & {
  /** Waits for the end. Does nothing afterwards. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Adds `env`, and waits until the script listens. */
export const startScript = async ({ script, args = [], env }: StartOptions): Promise<Started> => {
  const service = startService({ name: script, script, args, env: { ...process.env, ...env }, output: 'kept' })
  return { ...(await service.listening), stop: service.stop }
}
