import { DOMAIN_MAILBOXES, type DomainFacts } from '@atalaia/contracts/domains'
import { useState } from 'react'
import { CodeForm } from '../management/code-form.tsx'
import { CopyLine } from '../management/copy-line.tsx'
import { SelectField } from '../controls/select-field.tsx'
import type { DomainCalls, DomainMailbox } from './domain-calls.ts'
import { useDomainsWords } from './domains-words.ts'

type ProofStepsProps = {
  readonly domain: DomainFacts
  readonly calls: DomainCalls
  /** Called once a mailbox has said yes. */
  readonly onConfirmed: () => void
}

/** The three proofs of a domain, step by step (P-DOMAIN-2). */
export const ProofSteps = ({ domain, calls, onConfirmed }: ProofStepsProps) => {
  const { t } = useDomainsWords()
  const { dominio, prova } = domain
  const [box, setBox] = useState<DomainMailbox>(DOMAIN_MAILBOXES[0])
  return (
    <div className="analytics-steps">
      <p className="analytics-page__note">{t('how.one')}</p>
      <section className="analytics-step">
        <h4>{t('dns.title')}</h4>
        <p>{t('dns.text')}</p>
        <CopyLine label={t('dns.name')} text={prova.registro} />
        <CopyLine label={t('dns.value')} text={prova.texto} />
        <CopyLine label={t('dns.look')} text={`nslookup -type=TXT ${prova.registro}`} />
      </section>
      <section className="analytics-step">
        <h4>{t('file.title')}</h4>
        <p>{t('file.text')}</p>
        <CopyLine label={t('file.place')} text={prova.arquivo} />
        <CopyLine label={t('file.line')} text={prova.texto} />
      </section>
      <section className="analytics-step">
        <h4>{t('mail.title')}</h4>
        <p>{t('mail.text')}</p>
        <div className="analytics-form-row">
          <SelectField
            label={t('mail.box')}
            value={box}
            options={DOMAIN_MAILBOXES.map((value) => ({ value, label: `${value}@${dominio}` }))}
            onChange={setBox}
          />
        </div>
        <CodeForm
          key={box}
          send={() => calls.sendCode(dominio, box)}
          confirm={(code) => calls.giveCode(dominio, box, code)}
          onConfirmed={onConfirmed}
        />
      </section>
    </div>
  )
}
