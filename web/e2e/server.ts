import { expect, type APIRequestContext } from "@playwright/test";
import { requestSession } from "./stored-session";

/** The program without a page, for one user. */
export class Server {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
  ) {}

  static async of(request: APIRequestContext, account: { email: string; password: string }): Promise<Server> {
    const { token } = await requestSession(request, account);
    return new Server(request, { authorization: `Bearer ${token}` });
  }

  async list(path: string): Promise<unknown> {
    const answer = await this.request.get(`/api/protected${path}`, { headers: this.headers });
    return ((await answer.json()) as { readonly items: unknown }).items;
  }

  async post(path: string, data: object): Promise<void> {
    const answer = await this.request.post(`/api/protected${path}`, { headers: this.headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  }
}
