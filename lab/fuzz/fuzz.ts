import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { parseOptions } from '../../scripts/support/run-script.ts'
import { buildInput, type Input } from './grammars.ts'
import { mutate } from './mutate.ts'
import { createRandom, type Random } from './random.ts'

const HELP = `npm run lab -- fuzz [--minutes N] [--seed S] [--seeds FOLDER]
Feeds the readers of leaks with inputs of their own grammars, whole and mutated: no crash, no second for a megabyte, no
planted address lost, the same result in pieces, sums that add up. Fails when one is broken.

  --minutes N      how long; default: 1
  --seed S         begins with this number and makes the same inputs again; default: by the clock
  --seeds FOLDER   files to mutate, too

Inputs that break a rule: .cache/fuzz/RULE-SEED-NUMBER.bin`

const OUT = '.cache/fuzz'
const LOOK_MS = 1000
/** Of the reader's own processor time: a busy machine is no hang. */
const HANGS_AFTER_CPU_MS = 20_000
const MAX_SEED_BYTES = 1024 * 1024
const MAX_SAVED_PER_RULE = 20
const answerSchema = z.object({ faults: z.array(z.string()), format: z.string() })
const NO_FORMAT = 'none'
type Answer = z.infer<typeof answerSchema>

const seedsBelow = async (folder: string): Promise<Buffer[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const seeds: Buffer[] = []
  for (const path of paths.toSorted()) if ((await stat(path)).size <= MAX_SEED_BYTES) seeds.push(await readFile(path))
  return seeds
}

const inputOf = (random: Random, seeds: readonly Buffer[]): Input => {
  const built = buildInput(random)
  if (random.once(4)) return built
  const isSeed = seeds.length > 0 && random.once(2)
  const bytes = mutate(isSeed ? random.pick(seeds) : built.bytes, [built.bytes], random)
  return { kind: `${isSeed ? 'seed' : built.kind}, mutated`, bytes, planted: [] }
}

const startWorker = async () => {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url))
  await once(worker, 'online')
  return worker
}

const startReader = () => {
  let worker: Worker | undefined
  const ask = async (order: object): Promise<Answer> => {
    worker ??= await startWorker()
    const asked = worker
    const before = await asked.cpuUsage()
    const looks = new AbortController()
    const hang = async (): Promise<Answer> => {
      for await (const look of setInterval(LOOK_MS, undefined, { signal: looks.signal })) {
        const { user } = await asked.cpuUsage(before)
        if (look === undefined && user / 1000 > HANGS_AFTER_CPU_MS) break
      }
      return { faults: ['hang: no answer'], format: NO_FORMAT }
    }
    const reply = async (): Promise<Answer> => {
      const [message] = await once(asked, 'message', looks)
      return answerSchema.parse(message)
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    asked.postMessage(order)
    const answer = await Promise.race([reply(), hang()]).catch((error: unknown): Answer => ({
      faults: [`crash: ${String(error)}`],
      format: NO_FORMAT,
    }))
    looks.abort()
    if (answer.format === NO_FORMAT) await stop()
    return answer
  }
  const stop = async () => {
    await worker?.terminate()
    worker = undefined
  }
  return { ask, stop }
}

const { values } = parseOptions({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const list = (counts: Map<string, number>) => [...counts].map(([name, times]) => `${name} ${times}`).join(', ')

const fuzz = async () => {
  const endsAt = performance.now() + Number(values.minutes) * 60_000
  const seed = values.seed === undefined ? Date.now() % 1e9 : Number(values.seed)
  const seeds = values.seeds === undefined ? [] : await seedsBelow(values.seeds)
  const reader = startReader()
  const [formats, broken] = [new Map<string, number>(), new Map<string, number>()]
  let [inputs, bytes] = [0, 0]
  console.log(`seed ${seed}, ${seeds.length} seed files`)
  await mkdir(OUT, { recursive: true })
  for (; performance.now() < endsAt; inputs += 1) {
    const random = createRandom(seed + inputs)
    const input = inputOf(random, seeds)
    const { faults, format } = await reader.ask({
      bytes: input.bytes,
      chunkBytes: 1 + random.below(5000),
      planted: input.planted,
    })
    bytes += input.bytes.length
    count(formats, format)
    for (const fault of faults) {
      const [rule = ''] = fault.split(':')
      count(broken, rule)
      if ((broken.get(rule) ?? 0) > MAX_SAVED_PER_RULE) continue
      console.log(`${input.kind} ${seed + inputs}: ${fault}`)
      await writeFile(join(OUT, `${rule}-${seed + inputs}.bin`), input.bytes)
    }
  }
  await reader.stop()
  console.log(`${inputs} inputs, ${Math.round(bytes / 1024 / 1024)} MiB: ${list(formats)}`)
  console.log(broken.size === 0 ? 'no rule is broken' : `broken: ${list(broken)}`)
  if (broken.size > 0) process.exitCode = 1
}

if (values.help) console.log(HELP)
else await fuzz()
