import { ORDERS, previewAnswer, type Verdict } from '@atalaia/artifact'
import { createVerifierKey, findingText, readVerifierKey, signVerdict, standInSchema, verify } from '@atalaia/verifier'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, type Command, type Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { linesOf, refusal } from './outcomes.ts'

// One version in a real browser, for `npx atalaia` and for `npm run remotes`.

/** A repository's answers for a verification, instead of the API's. */
const STAND_IN_FILE = 'verify.json'
/** A link opens once per kind of route. */
const LINK_MINUTES = 15

export const verifyOptions = z
  .object({
    answers: z.string().optional(),
    key: z.string().optional(),
    as: z.string().optional(),
    newKey: z.string().optional(),
    sandbox: z.boolean(),
  })
  .refine(({ key, as }) => (key === undefined) === (as === undefined), '--key FILE and --as NAME belong together')
export type VerifyCommandOptions = z.output<typeof verifyOptions>

export const withVerifyOptions = (command: Command): Command =>
  command
    .description('opens a published version in Chromium, visits its routes, and says what is wrong')
    .option('--answers <file>', `answers in the place of the API (${STAND_IN_FILE}, where it is)`)
    .option('--key <file>', 'signs the verdict with this key, and sends it to the gateway')
    .option('--as <verifier>', 'with --key: the name under which an operator registered the key')
    .option('--new-key <file>', 'writes a new key, and prints its public half, for an operator; verifies nothing')
    .option('--no-sandbox', 'without Chromium’s sandbox, in a container that is thrown away')

type Terminal = {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** Below `root`. Default: `root`. */
  readonly folder?: string
}
type Asked = { readonly remote: string; readonly version: string }

/** Sends the signed verdict where a key is named. */
export const verifyVersion = async (
  client: Client,
  { remote, version }: Asked,
  { options, root, env, folder = '.' }: Terminal & { readonly options: VerifyCommandOptions },
): Promise<Outcome> => {
  if (options.newKey !== undefined) return writeKey(resolve(root, options.newKey))
  const key = options.key === undefined ? undefined : resolve(root, options.key)
  if (key !== undefined && !existsSync(key)) throw new Error(`--key ${options.key}: there is no such file`)
  const asked = await client.call({
    method: 'POST',
    path: ORDERS.preview(remote),
    json: { version, minutes: LINK_MINUTES },
  })
  if (asked.status >= 300) return refusal(asked)
  const { link } = z.parse(previewAnswer, asked.body)
  const standIn = await readStandIn(root, folder, options.answers)
  const verdict = await verify({
    remote,
    version,
    link,
    standIn,
    sandbox: options.sandbox,
    chromium: env.CHROMIUM_PATH || undefined,
  })
  const told = { text: linesOf(verdictLines(verdict)), json: verdict, code: codeOf(verdict) }
  if (key === undefined || options.as === undefined) return told
  // Only now: the browser has ended.
  const signed = signVerdict(verdict, { verifier: options.as, key: readVerifierKey(await readFile(key, 'utf8')) })
  const sent = await client.call({ method: 'POST', path: ORDERS.verdicts(remote), json: signed })
  if (sent.status < 300) return { ...told, text: `${told.text}${linesOf([`the gateway has it, as of ${options.as}`])}` }
  const refused = refusal(sent)
  return { ...refused, text: `${told.text}not taken: ${refused.text}` }
}

const codeOf = ({ status }: Verdict) => (status === 'good' ? EXIT.ok : EXIT.failed)

const verdictLines = ({ remote, version, shell, status, visits, findings }: Verdict): string[] => [
  `${remote} ${version} ${status === 'good' ? 'is good' : 'failed'} in shell ${shell.version}`,
  ...visits.map(({ address, shown, milliseconds, transferred }) =>
    [`  ${address}`, shown ? 'shown' : 'NOT SHOWN', `${milliseconds} ms`, `${transferred} bytes`].join('  '),
  ),
  ...findings.map((finding) => `  ${finding.level}: ${finding.code}: ${findingText(finding)}`),
]

const readStandIn = async (root: string, folder: string, named: string | undefined) => {
  const file = named === undefined ? join(resolve(root, folder), STAND_IN_FILE) : resolve(root, named)
  if (named === undefined && !existsSync(file)) return standInSchema.parse({})
  const parsed = standInSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
}

/** Never overwrites a file; only the owner can read it. */
const writeKey = async (file: string): Promise<Outcome> => {
  const { privateKey, publicKey } = createVerifierKey()
  await writeFile(file, privateKey, { flag: 'wx', mode: 0o600 })
  return {
    text: linesOf([publicKey, `An operator registers it: npm run remotes -- verifiers add NAME ${publicKey}`]),
    json: { publicKey },
  }
}
