import type { GetICUArgs } from '@schummar/icu-type-parser'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'

/** Messages by name. The build compiles each text; its type stays the text's, which names the parameters. */
export type Messages = Readonly<Record<string, string>>

/** The messages of another language: the same names, and any texts. A test compares the parameters. */
export type TranslationOf<Source extends Messages> = { readonly [Name in keyof Source]: string }

type Value = string | number | Date
type Kinds = { ICUArgument: string; ICUNumberArgument: number; ICUDateArgument: Date }
type Values<Text extends string> =
  GetICUArgs<Text, Kinds> extends infer Named extends Record<string, Value> ? Named : never

/** The text of a message, with a value for each of its parameters. */
export type Translate<Source extends Messages> = <Name extends keyof Source>(
  name: Name,
  ...values: keyof Values<Source[Name]> extends never ? [] : [values: Values<Source[Name]>]
) => string

/** Numbers and plural forms of messages. Days are given to them as texts. */
export type Formatters = Omit<FormatOptions['formatters'], 'getDateTimeFormat'>

/** Formats a compiled message. `locale` is a BCP 47 tag. */
export const createFormat = (locale: string, formatters: Formatters) => {
  const options = {
    formatters: {
      ...formatters,
      getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
        new Intl.DateTimeFormat(...given),
    },
  }
  return (message: CompiledMessage, values: FormatValues | undefined): string =>
    String(format(message, locale, values, options))
}

/** Translates by `messages`, with the numbers and plural forms of `locale`, a BCP 47 tag. */
export const createTranslate = <Source extends Messages>(
  locale: string,
  messages: { readonly [Name in keyof Source]: CompiledMessage },
  formatters: Formatters,
): Translate<Source> => {
  const formatMessage = createFormat(locale, formatters)
  return (name, ...[values]) => formatMessage(messages[name], values)
}
