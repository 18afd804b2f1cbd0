import type { ArtifactFile, SharedModule } from '@atalaia/contracts'
import type { Reason } from './rows.ts'

/**
 * Modules that a page has once, with a sign of their code in built files. Minifiers keep property
 * names and texts. React assigns its internals and names `react.suspense`, like Preact. react-dom
 * names itself to developer tools; `@atalaia/react` throws this text. Bounded repetitions, because
 * files are foreign.
 */
const SINGLE_MODULES = [
  {
    name: 'react',
    isIn: (text: string) =>
      text.includes('react.suspense') &&
      /\.__(?:CLIENT|SECRET)_INTERNALS_DO_NOT_USE_OR_[A-Z_]{1,60}\s{0,9}=(?![=>])/.test(text),
  },
  {
    name: 'react-dom',
    isIn: (text: string) => /rendererPackageName["']?\s{0,9}:\s{0,9}["']react-dom["']/.test(text),
  },
  {
    name: '@atalaia/react',
    isIn: (text: string) => text.includes('useRemoteContext: no RemoteProvider above'),
  },
]

/** Built code asks the share scope in these ways: webpack, Module Federation's runtime, its Vite plugin. */
const TAKES = [
  /\(\s{0,9}["']default["']\s{0,9},\s{0,9}["']((?:@atalaia\/)?react(?:-dom)?)["'/]/g,
  /\b(?:shareKey["']?\s{0,9}:|loadShare\()\s{0,9}["']((?:@atalaia\/)?react(?:-dom)?)["'/]/g,
]

/** Finds undeclared modules that a build takes from the page, or carries. */
export type SharedScan = {
  look(path: string, content: Buffer): void
  /** M-GATE-18 */
  reasons(): Reason[]
}

type Scanned = {
  readonly artifact: {
    readonly files: readonly Pick<ArtifactFile, 'path'>[]
    readonly shared: readonly Pick<SharedModule, 'name'>[]
  }
}

export const createSharedScan = ({ artifact }: Scanned): SharedScan => {
  const scripts = new Set(artifact.files.map(({ path }) => path).filter((path) => /\.[cm]?js$/.test(path)))
  const declared = new Set(artifact.shared.map(({ name }) => packageOf(name)))
  const carried = new Map<string, string>()
  const taken = new Map<string, string>()
  const note = (found: Map<string, string>, name: string, path: string) => {
    if (!declared.has(name) && !found.has(name)) found.set(name, path)
  }
  return {
    look: (path, content) => {
      if (!scripts.has(path)) return
      const text = content.toString('latin1')
      for (const { name, isIn } of SINGLE_MODULES) if (isIn(text)) note(carried, name, path)
      for (const pattern of TAKES) for (const [, name = ''] of text.matchAll(pattern)) note(taken, name, path)
    },
    reasons: () => [
      ...[...carried].map(([name, path]) =>
        undeclared(`${name}: ${path} has a copy of it, so the page would have two: share it, and build again`),
      ),
      ...[...taken]
        .filter(([name]) => !carried.has(name))
        .map(([name, path]) =>
          undeclared(
            `${name}: ${path} takes it from the page, and the descriptor does not say so: describe the build anew`,
          ),
        ),
    ],
  }
}

const undeclared = (message: string): Reason => ({ code: 'shared-undeclared', message })

const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
