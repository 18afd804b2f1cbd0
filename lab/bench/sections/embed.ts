import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { containerConfig, embedConfig } from '@atalaia/build'
import type { Configuration } from 'webpack'
import { root } from '@atalaia/stack'
import { embedTimes } from '../embed/times.ts'
import { run } from '../opponents/webpack-build.ts'
import type { Row, Section, SectionOptions } from '../section.ts'

const DEFAULT_VISITS = 7

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const weigh = async (folder: string, files: Iterable<string>): Promise<number> => {
  const contents = await Promise.all([...new Set(files)].map((file) => readFile(join(folder, file))))
  return contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0)
}

const MAX_SHARE_ON_HOSTS_REACT = 0.75

/** Files of the federation container until its dashboard stands; React comes from the host. */
const onHostsReact = async (folder: string): Promise<number> => {
  const dir = join(root, 'mfe-analytics')
  const config = containerConfig({ dir, mode: 'production', name: 'mfe-analytics', version: '0.0.0' })
  const { compilation } = await run({ ...config, output: { ...config.output, path: folder } })
  const entry = [...compilation.entrypoints.values()][0]
  const [dashboard] = entry?.getChildren() ?? []
  const groups = [entry, dashboard, compilation.namedChunkGroups.get('chart-plot')]
  return weigh(
    folder,
    groups.flatMap((group) => group?.getFiles() ?? []),
  )
}

const inOneFile = (config: Configuration): Configuration => {
  const { module = {}, output } = config
  const javascript = { ...module.parser?.['javascript'], dynamicImportMode: 'eager' as const }
  return {
    ...config,
    output: { ...output, chunkFilename: undefined },
    module: { ...module, parser: { ...module.parser, javascript } },
  }
}

const measure = async ({ visits = DEFAULT_VISITS }: SectionOptions): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  try {
    const config = embedConfig({ dir: join(root, 'mfe-analytics'), mode: 'production' })
    const [ours, single] = [join(folder, 'ours'), join(folder, 'single')]
    const stats = await run({ ...config, output: { ...config.output, path: ours } })
    const one = inOneFile(config)
    await run({ ...one, output: { ...one.output, path: single } })
    const groups = [stats.compilation.entrypoints.get('embed'), stats.compilation.namedChunkGroups.get('chart-plot')]
    const until = await weigh(
      ours,
      groups.flatMap((group) => group?.getFiles() ?? []),
    )
    const whole = await weigh(single, ['embed.js'])
    const shared = await onHostsReact(join(folder, 'container'))
    return [
      {
        what: 'bytes (brotli) until the embedded dashboard stands, chart included (single bundle)',
        value: `${kilobytes(until)} (${kilobytes(whole)})`,
        figures: [{ name: 'bytes of the embed', unit: 'bytes', values: [until] }],
      },
      {
        what: '… as a share of the single bundle',
        value: `${(until / whole).toFixed(3)} ×`,
        goal: 'at most 1.05 ×',
        met: until <= whole * 1.05,
      },
      {
        what: 'bytes of the federation container on the React of its host',
        value: `${kilobytes(shared)}: ${(shared / until).toFixed(3)} ×`,
        goal: `at most ${MAX_SHARE_ON_HOSTS_REACT} ×`,
        met: shared <= until * MAX_SHARE_ON_HOSTS_REACT,
        figures: [{ name: "bytes of the container on its host's React", unit: 'bytes', values: [shared] }],
      },
      ...(await embedTimes(folder, single, visits)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const embedSection: Section = { name: 'embed', run: measure }
