// The cards of owners alone, one chunk.
export { KeysCard } from './keys-card.tsx'
export { RetentionCard } from './retention-card.tsx'
export { SupportCard } from './support-card.tsx'
export { FactorPolicyCard } from './factor-policy-card.tsx'
