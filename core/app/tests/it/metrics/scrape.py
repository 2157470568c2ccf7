"""Reads metrics from standard input with Prometheus's client library; prints them as JSON."""

import json
import math
import sys

from prometheus_client.parser import text_string_to_metric_families


def number(value):
    return None if math.isnan(value) else min(value, sys.float_info.max)


families = [
    {
        "name": family.name,
        "type": family.type,
        "help": family.documentation,
        "samples": [
            {"name": one.name, "labels": one.labels, "value": number(one.value)}
            for one in family.samples
        ],
    }
    for family in text_string_to_metric_families(sys.stdin.read())
]
json.dump(families, sys.stdout)
