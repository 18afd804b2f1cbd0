import { budgetExcesses, type Budget, type BuildFiles } from '@atalaia/contracts'
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack'

const {
  PROCESS_ASSETS_STAGE_ADDITIONAL,
  PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE,
  PROCESS_ASSETS_STAGE_OPTIMIZE_HASH,
  PROCESS_ASSETS_STAGE_REPORT,
} = webpack.Compilation

const STAGES = {
  /** Before final file names. */
  additional: PROCESS_ASSETS_STAGE_ADDITIONAL,
  /** After minification, before names by content. */
  minified: PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  /** After final names, before compression. */
  named: PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1,
  /** After all files are final. */
  final: PROCESS_ASSETS_STAGE_REPORT,
} as const

/** Runs at one stage, never in compilations of inner plugins. */
export const onAssets = (
  name: string,
  stage: keyof typeof STAGES,
  work: (compilation: Compilation) => Promise<void> | void,
): WebpackPluginInstance => ({
  apply: ({ hooks }) => {
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage: STAGES[stage] }, async () => work(compilation))
    })
  },
})

export const emitText = (compilation: Compilation, path: string, text: string, info?: AssetInfo): void =>
  compilation.emitAsset(path, new webpack.sources.RawSource(text), info)

/** Skips a failed build, whose errors matter. */
export const emitDescription = (name: string, file: string, describe: (compilation: Compilation) => unknown) =>
  onAssets(name, 'final', (compilation) => {
    if (compilation.errors.length > 0) return
    emitText(compilation, file, `${JSON.stringify(describe(compilation), null, 2)}\n`)
  })

/** Fails a production build, with an error per exceeded limit (M-SPEED-8). `where`: the budget's file. */
export const holdToBudget = (
  compilation: Compilation,
  where: string,
  budget: Budget | undefined,
  files: BuildFiles,
): void => {
  if (compilation.options.mode !== 'production') return
  for (const excess of budgetExcesses(budget, files))
    compilation.errors.push(new webpack.WebpackError(`${compilation.options.name}: ${excess} (budget in ${where})`))
}

type AssetInfo = Parameters<Compilation['emitAsset']>[2]
