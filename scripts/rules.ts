import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { describeRuleIndex, examineRules, INDEX_PAGE, readSources, type Mention } from './support/rules.ts'
import { parseOptions } from './support/run-script.ts'

const { values } = parseOptions({ options: { write: { type: 'boolean', default: false } } })
const report = examineRules(readSources(root))
const { rules, owners, uncited, unknown, duplicate, misplaced } = report
const index = describeRuleIndex(report)
const indexFile = join(root, INDEX_PAGE)
if (values.write) writeFileSync(indexFile, index)

const print = (title: string, mentions: readonly Mention[]) => {
  if (mentions.length === 0) return
  console.log(`${title}:`)
  for (const { id, place } of mentions) console.log(`  ${id}  ${place}`)
}

print('defined more than once, or on the wrong page', duplicate)
print('no such rule', unknown)
print('a citation that stands above no test', misplaced)
print('held by no test', uncited)
const isStale = readFileSync(indexFile, 'utf8') !== index
if (isStale) console.log(`${INDEX_PAGE} is not up to date: npm run rules -- --write`)
const owned = rules.filter(({ id }) => owners.has(id)).length
console.log(
  `${rules.length} rules, ${rules.length - uncited.length} cited by a test, ${owned} by the code that keeps them`,
)
if (isStale || [uncited, unknown, duplicate, misplaced].some(({ length }) => length > 0)) process.exitCode = 1
