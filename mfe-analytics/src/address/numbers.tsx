import type { Exposure, HttpClient } from '@atalaia/contracts'
import { Icon } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import type { AddressPart } from '../links/address-link.tsx'
import { sourceTitle, titlesOf, useAddressWords } from './address-words.ts'
import { RowsDisclosure } from './rows-disclosure.tsx'

export type NumbersProps = {
  readonly exposure: Exposure
  readonly http: HttpClient
  readonly id: string
  readonly explained: AddressPart | undefined
  readonly renderMark: ((sources: readonly string[]) => ReactNode) | undefined
}

/** P-ADDRESS-4 */
export const Numbers = ({ exposure, http, id, explained, renderMark }: NumbersProps) => {
  const { t, date, number, listed } = useAddressWords()
  const { numero_vazamentos: leaks, numero_senhas: passwords, fontes, senhas } = exposure
  const titleOf = titlesOf(fontes)
  const dayless = new Set(fontes.filter((source) => source.dia_informado === false).map(({ fonte }) => fonte))
  return (
    <div className="analytics-address__numbers">
      <Explained tone="leak" value={leaks} name={t('leaks', { count: leaks })} open={explained === 'vazamentos'}>
        <p>{t('explain.leaks', { count: leaks })}</p>
        <ol className="analytics-address__rows">
          {fontes.map((source, index) => (
            <li key={source.fonte} data-row={index + 1}>
              <span>
                {sourceTitle(source)} {renderMark?.([source.fonte])}
              </span>
              {source.dia_informado === false ? (
                t('source.noDay')
              ) : (
                <time dateTime={source.dia}>{date(source.dia)}</time>
              )}
            </li>
          ))}
        </ol>
      </Explained>
      <Explained
        tone="password"
        value={passwords}
        name={t('passwords', { count: passwords })}
        open={explained === 'senhas'}
      >
        <p>{t('explain.passwords', { count: passwords })}</p>
        <ol className="analytics-address__rows">
          {senhas.map(({ fontes: names, dia }, index) => (
            <li key={`${index} ${names.join(' ')}`} data-row={index + 1}>
              <span>
                {t('password.one', { ordinal: number(index + 1) })} · {listed(names.map(titleOf))} {renderMark?.(names)}
                {names.length > 1 && (
                  <strong className="analytics-address__same">
                    {t('password.same', { count: number(names.length) })}
                  </strong>
                )}
              </span>
              {names.every((name) => dayless.has(name)) ? t('source.noDay') : <time dateTime={dia}>{date(dia)}</time>}
            </li>
          ))}
        </ol>
        {senhas.length < passwords && (
          <RowsDisclosure
            http={http}
            id={id}
            number="senhas"
            after={senhas.length}
            titleOf={titleOf}
            renderMark={renderMark}
            summary={t('explain.more', { count: passwords - senhas.length })}
          />
        )}
        {passwords > 0 && <p className="analytics-address__note">{t('explain.masked')}</p>}
      </Explained>
    </div>
  )
}

type ExplainedProps = {
  readonly tone: 'leak' | 'password'
  readonly value: number
  readonly name: string
  readonly open: boolean
  readonly children: ReactNode
}

const Explained = ({ tone, value, name, open, children }: ExplainedProps) => {
  const { t, number } = useAddressWords()
  const [isOpen, setOpen] = useState(open)
  return (
    <details
      className={`analytics-address__number analytics-address__number--${value > 0 ? tone : 'none'}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className="analytics-address__value">{number(value)}</span> <span>{name}</span>
        <span className="analytics-address__explain">
          {t('explain')} <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
        </span>
      </summary>
      <div className="analytics-address__explanation">{children}</div>
    </details>
  )
}
