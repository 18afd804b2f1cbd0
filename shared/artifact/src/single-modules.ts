import type { ArtifactFile, SharedModule } from '@atalaia/contracts'
import type { Reason } from './rows.ts'

/**
 * A module that a page has once, and the sign of its own code in a built file. Minifiers keep names of properties and texts:
 * React assigns its internals, which others only read, and names `react.suspense`, as Preact does not; react-dom introduces itself to the
 * developer tools by name; `@atalaia/react` throws this text. Numbers of repetitions are bounded, because files are foreign.
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

/** The ways in which built code asks the page's share scope: webpack, the runtime of Module Federation, its plugin for Vite. */
const TAKES = [
  /\(\s{0,9}["']default["']\s{0,9},\s{0,9}["']((?:@atalaia\/)?react(?:-dom)?)["'/]/g,
  /\b(?:shareKey["']?\s{0,9}:|loadShare\()\s{0,9}["']((?:@atalaia\/)?react(?:-dom)?)["'/]/g,
]

/** Looks into the files of a build for modules that it takes from the page, or carries, without saying so. */
export type SharedScan = {
  /** Looks into one file; anything but a script of the remote's own pages is passed over. */
  look(path: string, content: Buffer): void
  /** The gate's reasons after all files were seen (M-GATE-18). */
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

/** `react-dom/client` is of `react-dom`, `@atalaia/react/router` of `@atalaia/react`. */
const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
