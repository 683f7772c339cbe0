import { ApiError, type Client } from '@realmkeep/contract/client';

type Body = Parameters<Client['userRegister']>[0]['body'];

/** While it computes, others of the network may register, and more may be asked for. */
const maxAnswers = 3;

/** Registers; where the api wants something computed first, it is, and told how far it has come. */
export async function registerWorking(
  api: Pick<Client, 'userRegister'>,
  body: Body,
  onWork: (progress: number) => void,
): Promise<null> {
  let work: Body['work'];
  for (let answers = 0; ; answers += 1) {
    try {
      return await api.userRegister({ body: work ? { ...body, work } : body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'registration_work' || answers === maxAnswers) throw error;
      const challenge = String(error.params['challenge']);
      onWork(0);
      const { answerWork } = await import('./registration-work.ts');
      const counter = await answerWork({ challenge, bits: Number(error.params['bits']), onProgress: onWork });
      onWork(1);
      work = { challenge, counter };
    }
  }
}
