import { remoteConfig } from '@atalaia/build'
import { exampleSourceRule } from './build/example-source-rule.ts'
import { partsRule } from './build/parts-rule.ts'
import { styleElementsRule } from './build/style-elements-rule.ts'

export default remoteConfig(import.meta.dirname, {
  webpack: { module: { rules: [exampleSourceRule, partsRule, styleElementsRule] } },
})
