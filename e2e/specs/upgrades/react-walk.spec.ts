import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@atalaia/stack'
import type { Page } from '@playwright/test'
import { shell } from '../../pages/shell.ts'
import { writeReactRemote } from '../../testing/made-remotes.ts'
import { newDataDir } from '../../testing/stack.ts'
import { expect, test } from '../../testing/test.ts'

// `npm run lab -- react-walk` builds the shells with other versions of React, and sets the folder in which they are.

const walk = process.env['REACT_WALK'] ?? ''
const readVersion = (file: string): string => JSON.parse(readFileSync(join(root, file), 'utf8')).version
const NEW = readVersion('host-shell/node_modules/react/package.json')
const [FIRST, SECOND] = ['18.2.0', '18.3.1']
const shellOf = (react: string) => (react === NEW ? join(root, 'host-shell/dist') : join(walk, react, 'dist'))

const names = Array.from({ length: 12 }, (_, at) => `mfe-doze-${String(at + 1).padStart(2, '0')}`)
const UNION = '^18.0.0 || ^19.0.0'
type Ranges = readonly (string | null)[]
const old: Ranges = names.map(() => '^18.0.0')
const withRanges = (ranges: Ranges, changes: Readonly<Record<number, string>>): Ranges =>
  ranges.map((range, at) => changes[at] ?? range)
const moved: Ranges = [...names.slice(0, 3).map(() => '^18.0.0'), null, ...names.slice(4).map(() => UNION)]
const ready = withRanges(moved, { 0: '^18 || ^19', 1: '>=18.0.0 <20.0.0', 2: '>=18.0.0 <20.0.0' })
const early = withRanges(ready, { 0: '^19.0.0' })

type Step = {
  readonly step: string
  readonly react: string
  readonly ranges: Ranges
  readonly next?: string
}
const STEPS: readonly Step[] = [
  { step: 'twelve remotes take `^18.0.0`', react: FIRST, ranges: old, next: SECOND },
  { step: 'minor, the shell first', react: SECOND, ranges: old, next: NEW },
  { step: 'major, the shell first', react: NEW, ranges: old },
  { step: 'minor, a remote first: it takes `^18.3.0`', react: FIRST, ranges: withRanges(old, { 0: '^18.3.0' }) },
  { step: 'major, remotes first: eight take a union, one brings its own', react: SECOND, ranges: moved, next: NEW },
  { step: 'the shell follows, and three lag', react: NEW, ranges: moved },
  { step: 'instead, the three follow: a union, and `>=18.0.0 <20.0.0`', react: SECOND, ranges: ready, next: NEW },
  { step: 'the shell follows, and nobody lags', react: NEW, ranges: ready },
  { step: 'one takes `^19.0.0` alone, past the gate and too early', react: SECOND, ranges: early, next: NEW },
  { step: 'the same, in time', react: NEW, ranges: early },
]

const doctor = async (settings: Readonly<Record<string, string>>, next?: string): Promise<string[]> => {
  const args = ['doctor', '--json', ...(next === undefined ? [] : ['--react', next])]
  const env = { ...process.env, ...settings }
  const run = promisify(execFile)(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), ...args], { env })
  // Exit code 1: something breaks.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { breaks }: { breaks: { name: string }[] } = JSON.parse(stdout)
  return breaks.map(({ name }) => name)
}

const look = async (page: Page, name: string): Promise<string> => {
  await shell(page).link(`Abrir ${name}`).click()
  await expect(page).toHaveURL(new RegExp(`/app/${name}$`))
  const main = page.getByRole('main')
  const panel = main.getByRole('alert').filter({ hasText: `Não foi possível abrir ${name}` })
  const screen = main.locator(`[data-remote="${name}"]`).getByRole('heading', { level: 2 })
  await expect(panel.or(screen)).toBeVisible()
  if (await panel.isVisible()) return 'panel'
  await main.getByRole('button', { name: '0 cliques' }).click()
  await expect(main.getByRole('button', { name: '1 cliques' })).toBeVisible()
  return screen.innerText()
}

const seen: object[] = []
let predicted: readonly string[] | undefined

test.describe('twelve remotes', () => {
  test.describe.configure({ mode: 'serial' })
  test.afterAll(() => writeFile(join(walk, 'steps.json'), JSON.stringify(seen)))

  for (const { step, react, ranges, next } of STEPS) {
    test(`${step}: React ${react}`, async ({ page, signIn, startOwnGateway, consoleGuard }, testInfo) => {
      consoleGuard.allow(/mfe-doze-\d\d 1\.0\.0: shared modules: react .* wanted/, 'it does not fit the page')
      const remotes = names.map((name, at) =>
        writeReactRemote(testInfo.outputPath(), { name, takes: ranges[at] ?? undefined }),
      )
      const dataDir = await newDataDir('atalaia-walk-')
      const settings = {
        DATA_DIR: dataDir,
        SHELL_DIR: shellOf(react),
        REMOTES: (await Promise.all(remotes)).join(','),
      }
      const gateway = await startOwnGateway({ env: settings })
      const named = await doctor(settings)
      await signIn({ origin: gateway.url })
      await page.goto(`${gateway.url}/app/${names[0]}`)
      const found = new Map<string, string>()
      for (const name of names.toReversed()) found.set(name, await look(page, name))
      const panels = names.filter((name) => found.get(name) === 'panel')
      await testInfo.attach(step, { body: await page.screenshot(), contentType: 'image/png' })
      seen.push({
        step,
        react,
        named,
        panels,
        screens: [...found.values()].filter((text) => text !== 'panel').toSorted(),
      })
      expect(panels).toEqual(named)
      expect(panels).toEqual(predicted ?? panels)
      predicted = next === undefined ? undefined : await doctor(settings, next)
      const ofPage = [...found.values()].filter((text) => text.endsWith('da página'))
      expect(new Set(ofPage)).toEqual(new Set(ofPage.length > 0 ? [`React ${react} da página`] : []))
      await gateway.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
  }
})
