// The thread of ordinary people. It has an event loop of its own, so that an attacker's work delays no figure.
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { array, object, string } from 'zod/mini'
import { now, type Felt, type HealthLook } from './felt.ts'
import { JSON_BODY, loginCall, send, type Answer, type Call } from './http.ts'

const { url, people, run } = object({
  url: string(),
  run: string(),
  people: array(object({ from: string(), email: string(), password: string(), token: string() })),
}).parse(workerData)

const EVERY_MS = 50
const HEALTH_EVERY_MS = 500
const HEALTH_TIMEOUT_MS = 5000
const HEALTH_FROM = '127.90.0.1'

const agents = people.map(({ from }) => new Agent({ keepAlive: true, localAddress: from }))
const pages = { times: new Array<number>(), failures: new Array<string>() }
const api = { times: new Array<number>(), failures: new Array<string>() }
const health: HealthLook[] = []
const written: { person: number; email: string }[] = []
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())

const measure = async (kind: typeof pages, due: number, call: Call): Promise<Answer> => {
  const answer = await send(call)
  kind.times.push(now() - due)
  if (answer.status < 200 || answer.status > 299)
    kind.failures.push(answer.status === 0 ? `no answer: ${answer.body}` : `${answer.status}`)
  return answer
}

const act = async (number: number, due: number): Promise<void> => {
  const at = number % people.length
  const person = people[at]
  const agent = agents[at]
  if (person === undefined || agent === undefined) return
  const { from, email, password } = person
  const authorization = `Bearer ${person.token}`
  const turn = number % 20
  if (turn === 7) {
    await measure(api, due, { ...loginCall(url, from, email, password), agent })
  } else if (turn === 17) {
    const added = `pessoa${number}.${run}@vizinhos.example`
    const call = { url: `${url}/api/emails`, method: 'POST' as const, from, agent }
    const headers = { ...JSON_BODY, authorization }
    const { status } = await measure(api, due, { ...call, headers, body: JSON.stringify({ email: added }) })
    if (status === 201) written.push({ person: at, email: added })
  } else if (turn % 2 === 0) {
    await measure(pages, due, { url: `${url}${PRODUCT_ROUTES.login}`, from })
  } else {
    await measure(api, due, { url: `${url}/api/dashboard/resumo`, headers: { authorization }, from, agent })
  }
}

const watchHealth = async (): Promise<void> => {
  while (!stopping.signal.aborted) {
    const asked = now()
    const { status } = await send({ url: `${url}/healthz`, from: HEALTH_FROM, timeoutMs: HEALTH_TIMEOUT_MS })
    health.push({ at: asked, status })
    await wait(HEALTH_EVERY_MS)
  }
}

const watching = watchHealth()
const acts = new Set<Promise<void>>()
const began = now()
for (let number = 0; !stopping.signal.aborted; number++) {
  const due = began + number * EVERY_MS
  const early = due - now()
  if (early > 0) await wait(early)
  const done: Promise<void> = act(number, due).finally(() => acts.delete(done))
  acts.add(done)
}
await Promise.all([...acts, watching])
for (const agent of agents) agent.destroy()
const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const felt: Felt = {
  pages: { ...pages, times: ascending(pages.times) },
  api: { ...api, times: ascending(api.times) },
  health,
  written,
}
// A thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(felt)
