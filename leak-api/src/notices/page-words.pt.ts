import type { NoticeAnswer } from '@atalaia/contracts/notices'

export type PageWords = {
  readonly lang: string
  readonly sealed: string
  readonly sealedText: string
  readonly open: string
  readonly ended: string
  readonly endedText: string
  readonly title: string
  readonly from: (name: string) => string
  readonly leaked: string
  readonly when: (day: string) => string
  readonly whenUnknown: string
  readonly password: string
  readonly noData: string
  readonly data: Readonly<Record<string, string>>
  readonly todo: string
  readonly steps: Readonly<Record<string, string>>
  readonly keep: string
  readonly answer: string
  readonly noProof: string
  readonly declare: string
  readonly notMine: string
  readonly answers: Readonly<Record<NoticeAnswer, string>>
  readonly question: string
  readonly send: string
  readonly sent: string
  readonly stop: string
  readonly stopped: string
  readonly restart: string
  readonly rights: string
  readonly rightsText: (name: string) => string
  readonly until: (day: string) => string
}

export const pt: PageWords = {
  lang: 'pt-BR',
  sealed: 'Há um aviso para você',
  sealedText: 'O conteúdo só aparece quando você abre. Abrir não pede senha nem cadastro.',
  open: 'Abrir o aviso',
  ended: 'Este aviso não pode mais ser aberto',
  endedText: 'Um aviso pode ser aberto por 14 dias. Se você ainda precisa dele, responda ao e-mail.',
  title: 'Dados seus apareceram em um vazamento',
  from: (name) => `Aviso de ${name}`,
  leaked: 'O que vazou',
  when: (day) => `Vazou em ${day}`,
  whenUnknown: 'Não se sabe quando vazou',
  password: 'senha',
  noData: 'só o endereço de e-mail',
  data: {
    email: 'e-mail',
    username: 'nome de usuário',
    name: 'nome',
    phone: 'telefone',
    cpf: 'CPF',
    card: 'cartão',
    'postal-address': 'endereço',
    'birth-date': 'data de nascimento',
    'ip-address': 'endereço IP',
    cookies: 'sessões abertas no navegador',
    autofill: 'dados de formulários',
  },
  todo: 'O que fazer',
  steps: {
    'limpar-computador': 'Peça ajuda para examinar o seu computador com um antivírus antes de trocar senhas.',
    'encerrar-sessoes': 'Saia de todas as sessões abertas das suas contas.',
    'trocar-senha': 'Troque a senha nos serviços acima e a do seu e-mail.',
    'trocar-repetida': 'Você usou a mesma senha em mais de um lugar. Troque todas, cada uma por uma diferente.',
    'trocar-por-hash': 'Troque a senha: ela vazou embaralhada, mas pode ser descoberta.',
    'avisar-banco': 'Avise o banco e peça outro cartão.',
    'vigiar-cpf': 'Consulte o Registrato, do Banco Central, e desconfie de empréstimos que você não pediu.',
    'desconfiar-de-ligacoes': 'Desconfie de ligações e mensagens que citam dados seus, mesmo corretos.',
    'duas-etapas': 'Ative a verificação em duas etapas nas suas contas.',
  },
  keep: 'Guardar as marcas',
  answer: 'Sua resposta',
  noProof: 'O outro link do e-mail também confere, sem que a senha saia do seu aparelho, se ela está no vazamento.',
  declare: 'Já troquei a senha',
  notMine: 'Não é meu',
  answers: {
    conferida: 'A senha está trocada e conferida.',
    declarada: 'Você disse que já trocou a senha.',
    vazada: 'A senha que você conferiu ainda está no vazamento. Troque-a.',
    'nao-e-meu': 'Você disse que este endereço não é seu.',
  },
  question: 'Sua pergunta a quem enviou o aviso, sem senhas',
  send: 'Enviar a pergunta',
  sent: 'Pergunta enviada. A resposta chega no seu e-mail.',
  stop: 'Não receber mais avisos',
  stopped: 'Você não recebe mais avisos.',
  restart: 'Voltar a receber',
  rights: 'Seus dados e seus direitos',
  rightsText: (name) =>
    `${name} procura endereços da empresa em vazamentos já conhecidos, e só as pessoas que autorizou veem a sua resposta. Pela LGPD (art. 18) você pode pedir acesso, correção e eliminação dos seus dados, e recorrer à ANPD.`,
  until: (day) => `Este link vale até ${day}.`,
}
