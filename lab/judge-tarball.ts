import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { z } from 'zod'

const OLD_RESOLUTIONS = new Set(['node10', 'node16-cjs'])
const manifestSchema = z.record(z.string(), z.unknown())

/** Problems by publint and are-the-types-wrong. */
export const judgeTarball = async (file: string): Promise<readonly string[]> => {
  const content = readFileSync(file)
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(content).buffer }, strict: true })
  const manifest = manifestSchema.parse(pkg)
  const found = messages.map(
    (message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
  )
  return [...found, ...(await typeProblems(content))]
}

const typeProblems = async (content: Uint8Array): Promise<readonly string[]> => {
  const analysis = await checkPackage(createPackageFromTarballData(content), {
    excludeEntrypoints: [/\.css$/, /\.json$/, './jest-preset'],
  })
  if (analysis.types === false) return ['are-the-types-wrong: no types']
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && OLD_RESOLUTIONS.has(problem.resolutionKind)))
    .map((problem) => {
      const entry = 'entrypoint' in problem ? `${problem.entrypoint}: ` : ''
      return `are-the-types-wrong: ${entry}${problemKindInfo[problem.kind].shortDescription}`
    })
}
