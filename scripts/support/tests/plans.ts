import { root } from '@atalaia/stack'
import { relative, resolve } from 'node:path'
import { changesForAll, findChanges, testsOfChanges } from './changes.ts'
import { checks, checksOf } from './checks.ts'
import { chooseTests, EVERYDAY_FILES, EVERYDAY_SPECS, findTestFiles, isFull } from './find-tests.ts'
import type { RunName } from './runs.ts'
import { build, chaos, check, e2e, unit, type Tally } from './steps.ts'

export const STEPS = ['check', 'unit', 'build', 'e2e', 'chaos'] as const
export type StepName = (typeof STEPS)[number]

export type Step = { readonly about: string; readonly run: () => Promise<Tally> }

export type Plan = {
  readonly name?: RunName
  readonly about: string
  readonly steps: Readonly<Partial<Record<StepName, Step>>>
  readonly needsLab: boolean
  readonly otherBrowsers: boolean
  readonly leftOut: readonly string[]
}

export type PlanOptions = {
  readonly repeat: number
}

const EVERYDAY = '@everyday'

const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name).join(', ')
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const buildStep = (withLab: boolean): Step => ({
  about: 'the shell, the remotes and the fixtures, where they changed',
  run: () => build({ withLab }),
})

export const planEveryday = ({ repeat }: PlanOptions): Plan => {
  const quick = checks.filter(({ isSlow }) => !isSlow)
  const full = findTestFiles().unit.filter(isFull)
  return {
    name: 'npm test',
    about: 'What a change must pass.',
    steps: {
      check: { about: names(quick), run: () => check(quick) },
      unit: { about: 'Jest, without *.full.test.ts', run: () => unit([EVERYDAY_FILES]) },
      build: buildStep(false),
      e2e: {
        about: `browser tests tagged ${EVERYDAY}, in Chromium`,
        run: () => e2e([EVERYDAY_SPECS, '--grep', EVERYDAY, '--repeat-each', String(repeat)]),
      },
    },
    needsLab: false,
    otherBrowsers: false,
    leftOut: [
      'npm test -- --all runs what this run left out:',
      `- ${names(checks.filter(({ isSlow }) => isSlow))};`,
      `- ${count(full.length, 'file')} of unit tests, *.full.test.ts;`,
      `- browser tests without ${EVERYDAY}, those in Firefox and WebKit, and the conformance of the example portals;`,
      '- the attacks of npm run lab -- chaos.',
    ],
  }
}

export const planAll = ({ repeat }: PlanOptions): Plan => ({
  name: 'npm test -- --all',
  about: 'Everything.',
  steps: {
    check: { about: names(checks), run: () => check(checks) },
    unit: { about: 'Jest, all files', run: unit },
    build: buildStep(true),
    e2e: {
      about: 'all browser tests, in Chromium, Firefox and WebKit',
      run: () => e2e(['--repeat-each', String(repeat)]),
    },
    chaos: { about: 'the cheap attacks of npm run lab -- chaos', run: chaos },
  },
  needsLab: true,
  otherBrowsers: true,
  leftOut: [
    'Left out: npm run frameworks, npm run lab -- react-walk, npm run lab -- portal-table, npm run play.',
    ...(process.env['CITUS_URL'] === undefined ? ['CITUS_URL is not set: nothing was tried on Citus.'] : []),
  ],
})

export const planChanged = (commit: string | undefined, { repeat }: PlanOptions): Plan => {
  const { since, files } = findChanges(commit)
  const tests = findTestFiles().unit.filter((file) => !isFull(file) || files.includes(file))
  const chosen = testsOfChanges(files, tests)
  const reachesBrowsers = files.some((file) => file.startsWith('e2e/'))
  const general = changesForAll(files)
  return {
    about: `${count(files.length, 'file')} changed since ${since}.`,
    steps: {
      check: { about: 'lint and format of these files; all types and rules', run: () => check(checksOf(files)) },
      ...(chosen.length > 0 && {
        unit: {
          about: `${count(chosen.length, 'file')} of tests, of their folders or with an import of them`,
          run: () => unit(['--runTestsByPath', ...chosen]),
        },
      }),
      ...(reachesBrowsers && {
        build: buildStep(true),
        e2e: {
          about: 'browser tests whose specs or helpers changed',
          run: () => e2e([`--only-changed=${since}`, '--pass-with-no-tests', '--repeat-each', String(repeat)]),
        },
      }),
    },
    needsLab: reachesBrowsers || chosen.some(isFull),
    otherBrowsers: reachesBrowsers,
    leftOut: [
      ...(general.length > 0 ? [`${general.join(', ')}: everything depends on it.`] : []),
      'npm test runs what a change must pass, npm test -- --all everything.',
    ],
  }
}

/** Throws without a match. */
export const planWords = (words: readonly string[], { repeat }: PlanOptions): Plan => {
  const { unit: units, browser, title } = chooseTests(words.map(withoutRoot))
  if (units.length + browser.length === 0) throw new Error(`No test has "${words.join(' ')}" in its path or its title.`)
  return {
    about: `Tests with "${words.join(' ')}" in their path or their title.`,
    steps: {
      ...(units.length > 0 && {
        unit: {
          about: count(units.length, 'file'),
          run: () => unit(['--runTestsByPath', ...units, ...(title ? ['-t', literally(title)] : [])]),
        },
      }),
      ...(browser.length > 0 && {
        build: buildStep(true),
        e2e: {
          about: count(browser.length, 'file'),
          run: () =>
            e2e([
              ...browser.map(literally),
              ...(title ? ['--grep', literally(title)] : []),
              '--repeat-each',
              String(repeat),
            ]),
        },
      }),
    },
    needsLab: browser.length > 0 || units.some(isFull),
    otherBrowsers: browser.length > 0,
    leftOut: [],
  }
}

const withoutRoot = (word: string) => (/^(\.\/|\/)/.test(word) ? relative(root, resolve(root, word)) : word)
