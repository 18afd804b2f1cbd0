import type { BackendKind } from './backends.ts'
import type { Stage } from './stage.ts'

/** The verdict of `GET /healthz` that is right during an attack. */
export type HealthVerdict =
  /** 200 throughout: what people need is there. */
  | 'ready'
  /** 503 within 10 s, and 200 within 10 s after the end. */
  | 'not ready'
  /** Either during the attack; 200 within 10 s after the end. */
  | 'either'

/** The effect that other people may notice. `slow`: answers have no limit on time; `interrupted`: calls may fail, too. */
export type Promised = 'served' | 'slow' | 'interrupted'

/** One way to harm the platform, and what must hold meanwhile. */
export type Attack = {
  /** For `--only`, in kebab-case. */
  readonly name: string
  /** The attack in one line. */
  readonly what: string
  /** Whether the run of CI (`--short`) has it. */
  readonly short: boolean
  /** The least seconds that it needs to show its effect; default 0. */
  readonly leastSeconds?: number
  /** The databases and the store beneath the platform. Default: `single`. */
  readonly backends?: BackendKind
  readonly health: HealthVerdict
  readonly pages: Promised
  readonly api: Promised
  /** The reason why it cannot run on this machine. */
  unable?(stage: Stage): Promise<string | undefined>
  /**
   * Goes on until `signal` aborts, undoes what it did, and returns what it found wrong beside what others felt: one
   * line each.
   */
  attack(stage: Stage, signal: AbortSignal): Promise<readonly string[]>
}
