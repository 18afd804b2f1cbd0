import type { GetICUArgs } from '@schummar/icu-type-parser'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'

/** Messages by name. The text's type names the parameters, also after the build compiles it. */
export type Messages = Readonly<Record<string, string>>

/** The same names with any texts. A test compares the parameters. */
export type TranslationOf<Source extends Messages> = { readonly [Name in keyof Source]: string }

type Value = string | number | Date
type Kinds = { ICUArgument: string; ICUNumberArgument: number; ICUDateArgument: Date }
type Values<Text extends string> =
  GetICUArgs<Text, Kinds> extends infer Named extends Record<string, Value> ? Named : never

export type Translate<Source extends Messages> = <Name extends keyof Source>(
  name: Name,
  ...values: keyof Values<Source[Name]> extends never ? [] : [values: Values<Source[Name]>]
) => string

/** Numbers and plural forms. Days arrive as texts. */
export type Formatters = Omit<FormatOptions['formatters'], 'getDateTimeFormat'>

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

/** `locale` is a BCP 47 tag. */
export const createTranslate = <Source extends Messages>(
  locale: string,
  messages: { readonly [Name in keyof Source]: CompiledMessage },
  formatters: Formatters,
): Translate<Source> => {
  const formatMessage = createFormat(locale, formatters)
  return (name, ...[values]) => formatMessage(messages[name], values)
}
