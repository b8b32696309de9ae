import { describe, expect, inject, test } from 'vitest';

const url = inject('portolanUrl');

describe('the running server', () => {
  test('is ready and alive', async () => {
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready\n');
    expect(await (await fetch(`${url}/livez`)).text()).toBe('ok\n');
  });

  test('shows metrics of requests, pools, jobs and the event loop', async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(/portolan_http_requests_total\{operation="\/readyz",method="GET",status="200"\} \d+/);
    expect(text).toMatch(/portolan_database_connections\{pool="main",state="idle"\} \d+/);
    expect(text).toMatch(/portolan_jobs\{state="queued"\} \d+/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /);
  });

  test('shows the documentation', async () => {
    const page = await fetch(`${url}/docs/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('answers an unknown address with a problem and a support code', async () => {
    const answer = await fetch(`${url}/nothing/here`, { headers: { 'x-supportCode': 'acceptance 1' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-supportCode')).toBe('acceptance 1');
    expect(await answer.json()).toMatchObject({ status: 404, traceId: 'acceptance 1' });
  });
});
