import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@atalaia/stack'
import type { Attack } from './attack.ts'
import { now, type Felt, type HealthLook, type Kind } from './felt.ts'
import { startOthers } from './others.ts'
import type { Stage } from './stage.ts'

/** In milliseconds. */
export const P99_GOAL_MS = 250
const HONEST_FAILURES = /^(no answer|502|503|504)/
const HEALTH_WITHIN_MS = 10_000
const BEFORE_MS = 500
const AFTER_MS = 1000
const RECOVERY_MS = 15_000
const LOOK_EVERY_MS = 250

export type Figures = {
  readonly calls: number
  readonly p50: number
  readonly p99: number
  readonly failures: Readonly<Record<string, number>>
}

export type Outcome =
  | { readonly name: string; readonly what: string; readonly skipped: string }
  | {
      readonly name: string
      readonly what: string
      readonly pages: Figures
      readonly api: Figures
      /** Confirmed but missing writes. */
      readonly lost: number
      readonly health: string
      readonly missed: readonly string[]
      readonly isLateOnly: boolean
    }

const percentile = (times: readonly number[], share: number): number =>
  Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)

const figuresOf = ({ times, failures }: Kind): Figures => {
  const counted: Record<string, number> = {}
  for (const failure of failures) counted[failure] = (counted[failure] ?? 0) + 1
  return { calls: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failures: counted }
}

export const failedOf = ({ failures }: Figures): number => Object.values(failures).reduce((sum, one) => sum + one, 0)

const describeFailures = ({ failures }: Figures): string =>
  Object.entries(failures)
    .map(([why, count]) => `${count} × ${why}`)
    .join(', ')

const lateBy = (kind: 'pages' | 'api', promised: Attack['pages'], { p99 }: Figures): readonly string[] =>
  promised === 'served' && p99 >= P99_GOAL_MS ? [`${kind}: p99 ${p99} ms, goal under ${P99_GOAL_MS} ms`] : []

const failedBy = (kind: 'pages' | 'api', promised: Attack['pages'], figures: Figures): readonly string[] => {
  const missed: string[] = []
  if (promised !== 'interrupted' && failedOf(figures) > 0)
    missed.push(`${kind}: ${failedOf(figures)} of ${figures.calls} failed (${describeFailures(figures)})`)
  const wrong = Object.keys(figures.failures).filter((why) => !HONEST_FAILURES.test(why))
  if (promised === 'interrupted' && wrong.length > 0)
    missed.push(`${kind}: failures that are no honest "try again" (${describeFailures(figures)})`)
  return missed
}

const judgeHealth = (wanted: Attack['health'], looks: readonly HealthLook[], began: number, ended: number): string => {
  const during = looks.filter(({ at }) => at >= began && at <= ended)
  const backWithin = looks.find(({ at, status }) => at >= ended && status === 200)
  if (backWithin === undefined || backWithin.at > ended + HEALTH_WITHIN_MS)
    return `not ready ${HEALTH_WITHIN_MS / 1000} s after the end`
  if (wanted === 'either') return 'right'
  if (wanted === 'ready') {
    const wrong = looks.filter(({ status }) => status !== 200)
    const statuses = [...new Set(wrong.map(({ status }) => (status === 0 ? 'no answer' : status)))].join(', ')
    return wrong.length === 0 ? 'right' : `wrong: ${wrong.length} of ${looks.length} looks not ready (${statuses})`
  }
  const told = during.find(({ status }) => status === 503)
  if (told === undefined) return `wrong: ready throughout ${Math.round((ended - began) / 1000)} s`
  const late = Math.round(told.at - began)
  return late > HEALTH_WITHIN_MS ? `wrong: not ready only after ${late} ms` : 'right'
}

const untilReady = async (url: string): Promise<HealthLook | undefined> => {
  const end = now() + RECOVERY_MS
  while (now() < end) {
    const at = now()
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(RECOVERY_MS) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok === true) return { at, status: 200 }
    await wait(LOOK_EVERY_MS)
  }
  return undefined
}

const countLost = async (stage: Stage, { written }: Felt): Promise<number> => {
  let lost = 0
  for (const [at, person] of stage.people.entries()) {
    const confirmed = written.filter((one) => one.person === at)
    if (confirmed.length === 0) continue
    const there = await stage.monitoredBy(person)
    lost += confirmed.filter(({ email }) => !there.has(email)).length
  }
  return lost
}

export const measure = async (stage: Stage, attack: Attack, seconds: number): Promise<Outcome> => {
  const { name, what } = attack
  const skipped = await attack.unable?.(stage)
  if (skipped !== undefined) return { name, what, skipped }

  const run = `${name}-${Math.round(now())}`
  const others = startOthers({ url: stage.url, people: stage.people, run })
  await wait(BEFORE_MS)
  const began = now()
  const signal = AbortSignal.timeout(Math.max(seconds, attack.leastSeconds ?? 0) * 1000)
  const found = await attack.attack(stage, signal).catch((error: unknown) => [`the attack failed: ${messageOf(error)}`])
  const ended = now()
  const ready = await untilReady(stage.url)
  await wait(AFTER_MS)
  const felt = await others.stop()

  const [pages, api] = [figuresOf(felt.pages), figuresOf(felt.api)]
  const health = judgeHealth(attack.health, ready ? [...felt.health, ready] : felt.health, began, ended)
  const lost = await countLost(stage, felt)
  const late = [...lateBy('pages', attack.pages, pages), ...lateBy('api', attack.api, api)]
  const wrong = [
    ...failedBy('pages', attack.pages, pages),
    ...failedBy('api', attack.api, api),
    ...(lost > 0 ? [`${lost} confirmed writes are lost`] : []),
    ...(health === 'right' ? [] : [`health: ${health}`]),
    ...found,
  ]
  const missed = [...late, ...wrong]
  return { name, what, pages, api, lost, health, missed, isLateOnly: late.length > 0 && wrong.length === 0 }
}
