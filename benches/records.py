#!/usr/bin/env python3
"""Made records for the stream: workloads with some twelve facts each, the same for every run.

records.py NUMBER [SHARE_MALFORMED]
"""
import json
import random
import sys

BROKEN = ['{"name": "x', '{"framwork": "jax"}', "not json", "[1,2]", '{"framework": "jx"}', '{"model": {"params": -3}}']
FIXED = {
    "phase": ["training", "fine_tuning", "inference"],
    "domain": ["llm", "transformer", "cnn", "diffusion", "recommender", "speech"],
    "framework": ["pytorch", "jax", "tensorflow"],
    "cloud": [["gcp"], ["aws"], ["gcp", "aws"], ["azure"], ["on_prem"]],
    "model.params": ["7B", "70B", "350M", "1.5B"],
    "precision": ["bf16", "fp32", "fp16"],
}
SOMETIMES = {
    "custom_ops": [[], ["cuda"], ["triton"]],
    "shape_dynamism": ["static", "bucketed", "dynamic"],
    "matmul_share": ["dominant", "mixed", "minor"],
    "batch_size": [8, 64, 1024],
    "runs_on_today": [["nvidia_gpu"], ["cpu"]],
    "team.skills": [["pytorch"], ["jax"]],
    "current_cost_per_month": ["900 USD", "12000 USD"],
}


def main() -> None:
    number = int(sys.argv[1])
    malformed = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    draw = random.Random(7)
    for index in range(number):
        if draw.random() < malformed:
            print(draw.choice(BROKEN))
            continue
        record = {"name": f"job-{index}", "labels": {"team": draw.choice(["search", "ads"])}}
        record.update({fact: draw.choice(values) for fact, values in FIXED.items()})
        record.update({fact: draw.choice(values) for fact, values in SOMETIMES.items() if draw.random() < 0.45})
        if record.get("custom_ops"):
            record["custom_ops_in_main_loop"] = draw.choice([True, False])
        print(json.dumps(record))


if __name__ == "__main__":
    main()
