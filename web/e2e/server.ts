import { expect, type APIRequestContext, type APIResponse } from "@playwright/test";
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

  async post(path: string, data: object): Promise<Readonly<Record<string, unknown>>> {
    return this.#read(path, await this.request.post(`/api/protected${path}`, { headers: this.headers, data }));
  }

  async put(path: string, data: object): Promise<void> {
    await this.#read(path, await this.request.put(`/api/protected${path}`, { headers: this.headers, data }));
  }

  async remove(path: string): Promise<void> {
    await this.#read(path, await this.request.delete(`/api/protected${path}`, { headers: this.headers }));
  }

  /** Uploads a file that waits for the user, and returns the import's id. */
  async draft(kind: string, fileName: string, text: string): Promise<string> {
    const query = new URLSearchParams({ draft: "true", consentPolicy: "keep", fileName }).toString();
    const path = `/saresystem/${kind}:import?${query}`;
    const headers = { ...this.headers, "content-type": "text/csv" };
    return String(
      (await this.#read(path, await this.request.post(`/api/protected${path}`, { headers, data: text })))["id"],
    );
  }

  async #read(path: string, answer: APIResponse): Promise<Readonly<Record<string, unknown>>> {
    const text = await answer.text();
    expect(answer.ok(), `${path}: ${text}`).toBe(true);
    return (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  }
}
