import type { Severity } from '@atalaia/contracts'
import { Badge } from '../controls/badge.tsx'
import { useAddressWords } from './address-words.ts'
import './severity.css'

export const SeverityBadge = ({ severity: { nivel } }: { readonly severity: Severity }) => {
  const { wordsFor } = useAddressWords()
  return (
    <Badge tone={`analytics-severity--${nivel}`} icon={nivel === 'nenhuma' ? 'check' : 'alert-circle'}>
      {wordsFor(nivel)}
    </Badge>
  )
}
