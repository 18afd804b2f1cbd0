import { root } from '@atalaia/stack'
import { examineRules, readSources, type Mention } from './support/rules.ts'

const { rules, ...faults } = examineRules(readSources(root))
const { uncited, unknown, duplicate, misplaced } = faults

const print = (title: string, mentions: readonly Mention[]) => {
  if (mentions.length === 0) return
  console.log(`${title}:`)
  for (const { id, place } of mentions) console.log(`  ${id}  ${place}`)
}

print('defined more than once, or on the wrong page', duplicate)
print('no such rule', unknown)
print('a citation that stands above no test', misplaced)
print('held by no test', uncited)
console.log(`${rules.length} rules, ${rules.length - uncited.length} cited by a test`)
if (Object.values(faults).some((mentions) => mentions.length > 0)) process.exitCode = 1
