"""ASGI middleware and what it needs: limits on bodies, clients and rates, security headers, logs and metrics."""
