import type { BackendKind } from './backends.ts'
import type { Stage } from './stage.ts'

/** Right verdict of `GET /healthz` during an attack. */
export type HealthVerdict =
  /** Always 200. */
  | 'ready'
  /** 503 within 10 s, and 200 within 10 s after the end. */
  | 'not ready'
  /** Any verdict; 200 within 10 s after the end. */
  | 'either'

/** `slow`: no time limit; `interrupted`: calls may fail too. */
export type Promised = 'served' | 'slow' | 'interrupted'

export type Attack = {
  readonly name: string
  readonly what: string
  readonly short: boolean
  /** Least seconds for an effect; default 0. */
  readonly leastSeconds?: number
  /** Default: `single`. */
  readonly backends?: BackendKind
  readonly health: HealthVerdict
  readonly pages: Promised
  readonly api: Promised
  /** Reason why this machine cannot run it. */
  unable?(stage: Stage): Promise<string | undefined>
  /** Runs until `signal` aborts, undoes its changes, returns further faults: one line each. */
  attack(stage: Stage, signal: AbortSignal): Promise<readonly string[]>
}
