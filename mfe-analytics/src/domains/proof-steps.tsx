import { DOMAIN_MAILBOXES, type DomainFacts } from '@atalaia/contracts/domains'
import { useId, useState, type KeyboardEvent } from 'react'
import { CodeForm } from '../management/code-form.tsx'
import { CopyLine } from '../management/copy-line.tsx'
import { SelectField } from '../controls/select-field.tsx'
import type { DomainCalls, DomainMailbox } from './domain-calls.ts'
import { useDomainsWords } from './domains-words.ts'

type ProofStepsProps = {
  readonly domain: DomainFacts
  readonly calls: DomainCalls
  readonly onConfirmed: () => void
}

const WAYS = ['dns', 'arquivo', 'email'] as const

/** The three proofs of a domain, one at a time (P-DOMAIN-2). */
export const ProofSteps = ({ domain, calls, onConfirmed }: ProofStepsProps) => {
  const { t } = useDomainsWords()
  const { dominio, prova } = domain
  const id = useId()
  const [way, setWay] = useState<(typeof WAYS)[number]>(WAYS[0])
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : WAYS[(WAYS.indexOf(way) + step + WAYS.length) % WAYS.length]
    if (!next) return
    event.preventDefault()
    setWay(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  const [box, setBox] = useState<DomainMailbox>(DOMAIN_MAILBOXES[0])
  return (
    <div className="analytics-steps">
      <p className="analytics-page__note">{t('how.one')}</p>
      <div className="analytics-tabs" role="tablist" aria-label={t('how', { domain: dominio })}>
        {WAYS.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            aria-selected={one === way}
            aria-controls={`${id}-panel`}
            tabIndex={one === way ? 0 : -1}
            onClick={() => setWay(one)}
            onKeyDown={move}
          >
            {t(`tab.${one}`)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${way}`}>
        <section className="analytics-step" hidden={way !== 'dns'}>
          <h4>{t('dns.title')}</h4>
          <p>{t('dns.text')}</p>
          <CopyLine label={t('dns.name')} text={prova.registro} />
          <CopyLine label={t('dns.value')} text={prova.texto} />
          <CopyLine label={t('dns.look')} text={`nslookup -type=TXT ${prova.registro}`} />
        </section>
        <section className="analytics-step" hidden={way !== 'arquivo'}>
          <h4>{t('file.title')}</h4>
          <p>{t('file.text')}</p>
          <CopyLine label={t('file.place')} text={prova.arquivo} />
          <CopyLine label={t('file.line')} text={prova.texto} />
        </section>
        <section className="analytics-step" hidden={way !== 'email'}>
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
    </div>
  )
}
